/** Returns the whole content of a database as one text: equal texts are equal databases. */
import type { Database } from '../platform/storage/database.ts';

/** Every row of every table. */
export function contentOf(database: Database): string {
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all();
  return JSON.stringify(
    tables.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all()]),
  );
}

/** The number that busy-writer.ts gave to the state; 0 before the first. */
export function markerOf(database: Database): number {
  return Number(
    database.prepare<[], { value: string }>("SELECT value FROM settings WHERE key = 'marker'").get()?.value ?? 0,
  );
}
