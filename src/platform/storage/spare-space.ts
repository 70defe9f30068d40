/**
 * Some room kept on the disk for the database: on a full one SQLite can neither open it nor delete a row. When that
 * happens the file goes, and what it held carries a start and the work of freeing space.
 */
import { closeSync, fsyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { fillRandomly } from '../random.ts';
import { fileFacts } from './files.ts';
import { removeTreeNow } from './writing.ts';

/** Size of SQLite's log before it is reused, plus its shared memory. */
const spareBytes = 6 * 1024 ** 2;

/** Keeps the room where the disk has twenty times as much; nothing happens when it is kept already, or cannot be. */
export function keepSpareSpace(file: string, directory: string): void {
  try {
    if (fileFacts(file)?.sizeBytes === spareBytes) return;
    const { bavail, bsize } = statfsSync(directory);
    if (bavail * bsize < 20 * spareBytes) return;
    const handle = openSync(file, 'w', 0o600);
    try {
      // No zeros: some file systems keep none of them.
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

/** True when there was some. */
export function releaseSpareSpace(file: string): boolean {
  if (!fileFacts(file)) return false;
  try {
    removeTreeNow(file);
    return true;
  } catch {
    return false;
  }
}
