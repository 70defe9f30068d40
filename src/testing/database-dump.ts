/** Writes the whole content of a database as one text, so that databases can be compared. */
import type { Database } from '../platform/storage/database.ts';

/** Returns every row of every table as one text, except stored responses (contract/README 12.5), which backups do not contain. */
export function dumpOf(database: Database): string {
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('idempotency_keys', 'call_keys', 'schedule_keys') ORDER BY name",
    )
    .all();
  return JSON.stringify(
    tables.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all()]),
  );
}

/** Returns the number that busy-writer.ts stored with its last commit; 0 before its first commit. */
export function markerOf(database: Database): number {
  return Number(
    database.prepare<[], { value: string }>("SELECT value FROM settings WHERE key = 'marker'").get()?.value ?? 0,
  );
}
