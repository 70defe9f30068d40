/** All rows of all tables: to compare what a call did, and to undo it. */
import type { TestApp } from './app.ts';

/** Table name -> its rows as JSON texts, sorted. */
export type Dump = Readonly<Record<string, readonly string[]>>;

type Row = Record<string, string | number | null>;

/** Generated, salted, or the caller's own: different each time although the same was done. */
const generatedColumns = new Set([
  'token_hash',
  'device_hash',
  'address',
  'cookie_hash',
  'token',
  'password',
  'password_hash',
  'invitation_hash',
  'screen_id',
  'activation_code',
  'code',
  'secret_hash',
  'check_digits',
  'key',
  // Holds the address.
  'search_text',
  'code_hash',
]);

export type Tables = ReturnType<typeof createTables>;

export function createTables({ parts }: Pick<TestApp, 'parts'>) {
  const { database } = parts;
  const names = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND (name NOT LIKE 'sqlite_%' OR name = 'sqlite_sequence') ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
  const reads = names.map((name) => [name, database.prepare<[], Row>(`SELECT * FROM ${name}`)] as const);

  const countChanges = database.prepare<[], { count: number }>('SELECT total_changes() AS count');
  let last: { dump: Dump; changes: number | undefined } | undefined;

  /** Most calls that these tests make change nothing: then the tables need not be read again. */
  const dump = (): Dump => {
    const changes = countChanges.get()?.count;
    if (last?.changes !== changes) last = { dump: read(), changes };
    return last!.dump;
  };

  const read = (): Dump =>
    Object.fromEntries(
      reads.map(([name, rows]) => [
        name,
        rows
          .all()
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
    );

  return {
    dump,

    /** The same with everything that chance decides masked. */
    dumpMasked: (): Dump =>
      Object.fromEntries(
        reads.map(([name, read]) => {
          const isGenerated = (column: string) => name !== 'settings' && generatedColumns.has(column);
          const masked = read
            .all()
            .map((row) =>
              JSON.stringify(
                Object.fromEntries(
                  Object.entries(row).map(([column, value]) => [column, isGenerated(column) ? '*' : value]),
                ),
              ),
            );
          return [name, masked.sort()];
        }),
      ),

    /** Makes every table as it was. What the program keeps in memory stays, but for the answers to polls. */
    load(wanted: Dump): void {
      const changed = Object.entries(changes(dump(), wanted));
      if (changed.length === 0) return;
      const { connection } = database;
      connection.pragma('foreign_keys = OFF');
      connection.transaction(() => {
        for (const [table] of changed) {
          connection.exec(`DELETE FROM ${table}`);
          for (const text of wanted[table] ?? []) {
            const row = JSON.parse(text) as Row;
            const columns = Object.keys(row);
            connection
              .prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`)
              .run(...Object.values(row));
          }
        }
        // Deleting and inserting moved the counters.
        if (changed.some(([table]) => table !== 'sqlite_sequence')) {
          connection.exec('DELETE FROM sqlite_sequence');
          for (const text of wanted.sqlite_sequence ?? []) {
            const { name, seq } = JSON.parse(text) as { name: string; seq: number };
            connection.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, seq);
          }
        }
      })();
      connection.pragma('foreign_keys = ON');
      parts.readyPolls.dropAll();
    },
  };
}

/** Table name -> rows that went and came. Empty when the dumps are equal. */
export function changes(before: Dump, after: Dump): Record<string, { gone: string[]; come: string[] }> {
  const found: Record<string, { gone: string[]; come: string[] }> = {};
  for (const [table, rows] of Object.entries(before)) {
    const now = after[table] ?? [];
    if (rows.length === now.length && rows.every((row, at) => row === now[at])) continue;
    found[table] = { gone: rows.filter((row) => !now.includes(row)), come: now.filter((row) => !rows.includes(row)) };
  }
  return found;
}
