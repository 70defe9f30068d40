/**
 * Remembers a clean stop, after which the next start serves at once and checks the database meanwhile. This is as safe as checking first:
 * all pages were synced, so only a fault of the disk can have damaged them since. After a kill or a power cut, pages may be half
 * written, and a write into a damaged database can overwrite good pages: then the start checks the database before it serves.
 */
import type { DataFolder } from './data-folder.ts';
import { fileStats, readIfThere } from './files.ts';
import { removeTreeNow, syncNow, writeFileDurably } from './writing.ts';

/** Returns a text that differs after any write to the database, also by a command or a restore; undefined while a write-ahead log exists. */
function fingerprintOf(database: string): string | undefined {
  const stats = fileStats(database);
  return stats && !fileStats(`${database}-wal`) ? `${stats.sizeBytes} ${stats.changedAt}\n` : undefined;
}

/** Writes the mark of a clean stop. Call it last, when the database is closed. If the disk is full, no mark is written. */
export function rememberCleanStop({ database, cleanStop }: DataFolder): void {
  const fingerprint = fingerprintOf(database);
  try {
    if (fingerprint !== undefined) writeFileDurably(cleanStop, fingerprint, 0o600);
  } catch {
    removeTreeNow(cleanStop);
  }
}

/** Removes the mark. True if the last stop was clean and the database is unchanged. Call it before the database is opened. */
export function takeCleanStop({ directory, database, cleanStop }: DataFolder): boolean {
  try {
    const fingerprint = readIfThere(cleanStop);
    if (fingerprint === undefined) return false;
    removeTreeNow(cleanStop);
    syncNow(directory);
    return fingerprint === fingerprintOf(database);
  } catch {
    return false;
  }
}
