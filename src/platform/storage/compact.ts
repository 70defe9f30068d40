/** Rewrites a database of an older version once: only then can SQLite return its free pages to the disk (`Database.shrink`). */
import { statfsSync } from 'node:fs';
import { bytesPerMb } from '../../contract/text/units.ts';
import { Database } from './database.ts';
import { fileStats } from './files.ts';
import { moveDurably, removeTreeNow, syncNow } from './writing.ts';

/** Bytes in use up to which a database is always rewritten, because that takes a second at most. */
const quickBytes = 64 * bytesPerMb;
/** Free disk space that a rewrite requires, as a multiple of the bytes in use. */
const spaceFactor = 2;

/** True for a database of an older version that is small or a quarter free, if the disk has space for a copy. */
function isDue(database: Database, file: string): boolean {
  const { total, free, canShrink } = database.pages();
  if (canShrink) return false;
  const sizeBytes = fileStats(file)?.sizeBytes ?? 0;
  const usedBytes = sizeBytes * (1 - free / Math.max(1, total));
  const { bavail, bsize } = statfsSync(file);
  return usedBytes <= Math.max(quickBytes, 0.75 * sizeBytes) && bavail * bsize > spaceFactor * usedBytes;
}

/**
 * Returns the database, or a compact copy that has taken its place. Nothing else may use the folder; errors are passed to
 * `onFailure`, and the database remains unchanged. Throws what `new Database` throws.
 */
export function compactOnce(database: Database, file: string, onFailure: (error: unknown) => void): Database {
  const draft = `${file}.compact`;
  removeTreeNow(draft);
  if (!isDue(database, file)) return database;
  try {
    database.copyTo(draft);
    const copy = new Database(draft, { isReadOnly: true });
    copy.checkIntegrity();
    copy.close();
    syncNow(draft);
    database.close();
    // A write-ahead log that still exists belongs to a command that has the database open too.
    if (fileStats(`${file}-wal`)) throw new Error('another program uses the database');
    moveDurably(draft, file);
  } catch (error) {
    removeTreeNow(draft);
    onFailure(error);
  }
  return database.connection.open ? database : new Database(file);
}
