/** Reads an uploaded database of Anthias, another program for TV channels. The database is not trusted. */
import { Database } from '../../../platform/storage/database.ts';

const maxRows = 10_000;

/** Returns the rows of the table `assets` as JSON; undefined without this table. A view is not read: it may be endless. */
export function readAssets(path: string): string | undefined {
  try {
    const database = new Database(path, { isReadOnly: true });
    try {
      if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'assets' AND type = 'table'").get())
        return undefined;
      return JSON.stringify(database.prepare<[number]>('SELECT * FROM assets LIMIT ?').all(maxRows));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}
