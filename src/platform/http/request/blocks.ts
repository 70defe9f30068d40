/** Buffers of our own for bytes on their way to the disk: used again, so that no upload waits for the garbage collector. */

/** As much as uWebSockets.js reads at once. */
export const blockBytes = 512 * 1024;
/** So many wait for their next use; what more uploads need goes when they end. */
const kept = 16;

const free: Buffer[] = [];

/** Bytes of the last use are still in it. */
export const takeBlock = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);

/** Once nobody reads from it or writes into it. */
export function giveBlockBack(block: Buffer): void {
  if (free.length < kept) free.push(block);
}
