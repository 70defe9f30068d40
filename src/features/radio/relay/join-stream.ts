/** Buffers one station's stream for listeners that join late. */
import { createOggPages, isOgg } from './ogg.ts';
import { createStreamBuffer } from './stream-buffer.ts';
import { firstFrame, tellingBytes } from './sound.ts';

/** Buffers MP3 and AAC so that listeners start with a whole frame: otherwise browsers start late (MP3) or fail (AAC). */
function createFrames() {
  const buffer = createStreamBuffer();
  /** Bytes received before the first frame was found; undefined afterwards. */
  let held: Buffer | undefined = Buffer.alloc(0);

  /** Returns the bytes from the first frame on; empty before that frame is found. */
  function fromFirstFrame(before: Buffer, chunk: Buffer): Buffer {
    const bytes = Buffer.concat([before, chunk]);
    const frame = firstFrame(bytes);
    const isHopeless = !bytes.includes(0xff) || bytes.length >= tellingBytes;
    held = frame || isHopeless ? undefined : bytes;
    return held ? Buffer.alloc(0) : bytes.subarray(frame?.offset);
  }

  return {
    push(chunk: Buffer): Buffer {
      const sound = held ? fromFirstFrame(held, chunk) : chunk;
      buffer.push(sound);
      return sound;
    },
    beginning(): Buffer {
      const bytes = buffer.all();
      return bytes.subarray(firstFrame(bytes)?.offset);
    },
  };
}

export function createJoinStream() {
  let sound: ReturnType<typeof createFrames> | undefined;
  return {
    /** Returns the bytes to send to current listeners. */
    pass(chunk: Buffer): Buffer {
      // Do not trust the content type: encoders without a configured type send Ogg as audio/mpeg.
      sound ??= isOgg(chunk) ? createOggPages() : createFrames();
      return sound.push(chunk);
    },
    /** Returns the bytes that a new listener receives first; empty before the first chunk. */
    beginning: (): Buffer => sound?.beginning() ?? Buffer.alloc(0),
  };
}
