/** Buffers one station's stream for listeners that join late. */
import { createOggBuffer, isOgg } from './ogg.ts';
import { createStreamBuffer } from './stream-buffer.ts';
import { firstFrame, detectionBytes } from './audio-format.ts';

/** Buffers MP3 and AAC so that listeners start with a whole frame: otherwise browsers start late (MP3) or fail (AAC). */
function createFrameBuffer() {
  const buffer = createStreamBuffer();
  /** Bytes received before the first frame was found; undefined afterwards. */
  let pending: Buffer | undefined = Buffer.alloc(0);

  /** Returns the bytes from the first frame on; none while no frame is found, and all bytes once the format counts as unknown. */
  function fromFirstFrame(before: Buffer, chunk: Buffer): Buffer {
    const bytes = Buffer.concat([before, chunk]);
    const frame = firstFrame(bytes);
    const isUnknownFormat = !bytes.includes(0xff) || bytes.length >= detectionBytes;
    pending = frame || isUnknownFormat ? undefined : bytes;
    return pending ? Buffer.alloc(0) : bytes.subarray(frame?.offset);
  }

  return {
    push(chunk: Buffer): Buffer {
      const sound = pending ? fromFirstFrame(pending, chunk) : chunk;
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
  let streamBuffer: ReturnType<typeof createFrameBuffer> | undefined;
  return {
    /** Returns the bytes to send to current listeners. */
    pass(chunk: Buffer): Buffer {
      // Do not trust the content type: encoders without a configured type send Ogg as audio/mpeg.
      streamBuffer ??= isOgg(chunk) ? createOggBuffer() : createFrameBuffer();
      return streamBuffer.push(chunk);
    },
    /** Returns the bytes that a new listener receives first; empty before the first chunk. */
    beginning: (): Buffer => streamBuffer?.beginning() ?? Buffer.alloc(0),
  };
}
