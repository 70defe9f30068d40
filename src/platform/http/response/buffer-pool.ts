/** Buffers for bytes on their way out: few, used again at once, and smaller ones where a crowd reads. */

/** Half of it costs a tenth more of processor time a MB; twice as much makes others wait longer for their turn. */
export const bufferBytes = 512 * 1024;
const maxSpare = 16;
/** Number of large buffers in use (16 MB) above which others get small ones. */
const maxLarge = 32;
const smallBytes = 64 * 1024;
/** Number of small buffers in use (16 MB) above which others get the smallest, for thousands of readers. */
const maxSmall = 256;
const smallestBytes = 16 * 1024;

const spare: Buffer[] = [];
let large = 0;
let small = 0;

export const pieces = {
  /** Takes a buffer of `pieceBytes`, or fewer: `most` at most. Bytes of the last use are still in it. */
  take(most: number): Buffer {
    if (most >= bufferBytes && large < maxLarge) {
      large += 1;
      return spare.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
    }
    if (most >= smallBytes && small < maxSmall) {
      small += 1;
      return Buffer.allocUnsafeSlow(smallBytes);
    }
    return Buffer.allocUnsafeSlow(Math.min(most, smallestBytes));
  },

  /** Returns a buffer to the pool, once nobody reads from it or writes into it. */
  release(buffer: Buffer): void {
    if (buffer.length === bufferBytes) {
      large -= 1;
      if (spare.length < maxSpare) spare.push(buffer);
    } else if (buffer.length === smallBytes) small -= 1;
  },
};
