/** One server a data folder. */
import SQLite from 'better-sqlite3';

export class DirectoryInUseError extends Error {}

/** Holds `file` until `release` or the process's end, also by a crash. Throws DirectoryInUseError when it is held. */
export function holdLock(file: string): { release(): void } {
  const lock = new SQLite(file, { timeout: 0 });
  try {
    // Nothing is ever written: no journal, and nothing to recover.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof SQLite.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
    throw new DirectoryInUseError(`another Antessala is running on this data directory (${file} is held)`, {
      cause: error,
    });
  }
  return { release: () => void lock.close() };
}
