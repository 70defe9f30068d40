/** What one call to a station gives, for those who join it whenever they come. */
import { createOggPages, isOgg } from './ogg.ts';
import { createRecent } from './recent.ts';

/** MP3, AAC: decoders find the next frame by themselves, wherever they begin. */
function createFrames() {
  const recent = createRecent();
  return {
    push(chunk: Buffer): Buffer {
      recent.push(chunk);
      return chunk;
    },
    beginning: recent.all,
  };
}

export function createJoining() {
  let sound: ReturnType<typeof createFrames> | undefined;
  return {
    /** What goes on to everybody. */
    pass(chunk: Buffer): Buffer {
      // By what comes, not by its type: encoders that are told none send Ogg as audio/mpeg.
      sound ??= isOgg(chunk) ? createOggPages() : createFrames();
      return sound.push(chunk);
    },
    /** What somebody who joins now hears first, so that it begins at once; empty as long as nothing has come. */
    beginning: (): Buffer => sound?.beginning() ?? Buffer.alloc(0),
  };
}
