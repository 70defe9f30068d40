/** Buffers of our own for bytes on their way to the disk: used again, so that no upload waits for the garbage collector. */

/** Size of a block, equal to uWebSockets.js's read buffer. */
export const blockBytes = 512 * 1024;
/** Maximum number of free blocks to keep; what more uploads need goes when they end. */
const kept = 16;

const free: Buffer[] = [];

/** Bytes of the last use are still in it. */
export const takeBlock = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);

/** Returns a block to the pool, once nobody reads from it or writes into it. */
export function releaseBlock(block: Buffer): void {
  if (free.length < kept) free.push(block);
}
