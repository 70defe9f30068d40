/** Measures free disk space, and says how much of it must stay free. */
import { statfs } from 'node:fs/promises';

/** Size of a disk, and its free space without the part reserved for root; as `df` shows them. */
export interface FreeSpace {
  freeBytes: number;
  totalBytes: number;
}

export async function freeSpace(directory: string): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

const gigabyte = 1024 ** 3;

/** Returns the number of bytes to keep free for the database and renditions: a tenth of the disk, but at least 2 GB. */
export function spaceToKeepFree({ totalBytes }: FreeSpace): number {
  return Math.max(2 * gigabyte, totalBytes / 10);
}

export function isSpaceLow(space: FreeSpace): boolean {
  return space.freeBytes < spaceToKeepFree(space);
}
