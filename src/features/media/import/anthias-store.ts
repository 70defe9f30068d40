/** Reads the database of Anthias, which is not ours. */
import { Database } from '../../../platform/storage/database.ts';

const maxRows = 10_000;

/** Returns the rows of `assets` as JSON; undefined when the file is no such database. */
export function readAssets(path: string): string | undefined {
  try {
    const database = new Database(path, { isReadOnly: true });
    try {
      return JSON.stringify(database.prepare<[number]>('SELECT * FROM assets LIMIT ?').all(maxRows));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}
