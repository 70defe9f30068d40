/**
 * Reserves disk space for the database in a file: on a full disk SQLite can neither open the database nor delete a row.
 * The file is then deleted, and its space is enough to start and to free more.
 */
import { closeSync, fsyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { fillRandomly } from '../random.ts';
import { fileStats } from './files.ts';
import { removeTreeNow } from './writing.ts';

/** Enough to open the database and free space: a write-ahead log, which SQLite reuses from about 4 MB, and its index (-shm). */
const spareBytes = 6 * 1024 ** 2;

/** Reserves the space if the disk has twenty times as much free. Never throws: without the space the server works too. */
export function keepSpareSpace(file: string, directory: string): void {
  try {
    if (fileStats(file)?.sizeBytes === spareBytes) return;
    const { bavail, bsize } = statfsSync(directory);
    if (bavail * bsize < 20 * spareBytes) return;
    const handle = openSync(file, 'w', 0o600);
    try {
      // Random bytes, because some file systems reserve no space for zeros.
      const bytes = fillRandomly(Buffer.alloc(spareBytes));
      for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    releaseSpareSpace(file);
  }
}

/** Releases the space; true when some was reserved. */
export function releaseSpareSpace(file: string): boolean {
  if (!fileStats(file)) return false;
  try {
    removeTreeNow(file);
    return true;
  } catch {
    return false;
  }
}
