/** Provides buffers for response bytes: large ones, which are reused, and smaller ones when there are many readers. */

/** Size of a large buffer. Half this size costs a tenth more processor time per MB; twice this size delays other downloads. */
export const bufferBytes = 512 * 1024;
const maxSpareBuffers = 16;
/** Number of large buffers in use (16 MB) above which further readers get small ones. */
const maxLarge = 32;
const smallBytes = 64 * 1024;
/** Number of small buffers in use (16 MB) above which further readers, perhaps thousands, get the smallest. */
const maxSmall = 256;
const smallestBytes = 16 * 1024;

const spareBuffers: Buffer[] = [];
let largeInUse = 0;
let smallInUse = 0;

export const bufferPool = {
  /** Returns a buffer, perhaps with old bytes: of `bufferBytes`, or smaller if `maxBytes` is less or many buffers are in use. */
  take(maxBytes: number): Buffer {
    if (maxBytes >= bufferBytes && largeInUse < maxLarge) {
      largeInUse += 1;
      return spareBuffers.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
    }
    if (maxBytes >= smallBytes && smallInUse < maxSmall) {
      smallInUse += 1;
      return Buffer.allocUnsafeSlow(smallBytes);
    }
    return Buffer.allocUnsafeSlow(Math.min(maxBytes, smallestBytes));
  },

  /** Returns a buffer to the pool. It must no longer be read or written. */
  release(buffer: Buffer): void {
    if (buffer.length === bufferBytes) {
      largeInUse -= 1;
      if (spareBuffers.length < maxSpareBuffers) spareBuffers.push(buffer);
    } else if (buffer.length === smallBytes) smallInUse -= 1;
  },
};
