/** Locks a data folder, or work in it, for one process at a time. */
import SQLite from 'better-sqlite3';

export class DirectoryInUseError extends Error {}

const directoryInUse =
  (file: string) =>
  (cause: Error): Error =>
    new DirectoryInUseError(`another Antessala is running on this data directory (${file} is held)`, { cause });

/** Locks `file` until `release`, or until the process ends or crashes. Throws the error of `inUse` if it is locked already. */
export function acquireLock(file: string, inUse = directoryInUse(file)): { release(): void } {
  const lock = new SQLite(file, { timeout: 0 });
  try {
    // The lock is an SQLite database that stays empty: it needs no journal file.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof SQLite.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
    throw inUse(error);
  }
  return { release: () => void lock.close() };
}
