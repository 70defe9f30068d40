/** Reads and restores all rows of all tables, to compare the effects of calls and to undo them. */
import type { Database, Statement } from '../platform/storage/database.ts';
import type { TestApp } from './app.ts';

/** Table name -> its rows as JSON texts, sorted. */
export type Dump = Readonly<Record<string, readonly string[]>>;

type Row = Record<string, string | number | null>;

/** Columns with generated, salted or caller-specific values, which differ between equal calls. */
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
  // These two contain the client's address.
  'search_text',
  'author',
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
  const read = (rows: Statement<[], Row>) =>
    rows
      .all()
      .map((row) => JSON.stringify(row))
      .sort();

  const writes = new Map<string, Statement<(string | number | null)[], Row>>();

  /** Tables written since they were last read. Reading all tables after each call would take most of a test's time. */
  const written = new Set(names);
  watchWrites(database, names, (name) => written.add(name));
  let lastDump: Dump = {};
  const dump = (): Dump => {
    if (written.size === 0) return lastDump;
    // Triggers cannot watch this table.
    written.add('sqlite_sequence');
    const rereadTables = reads.filter(([name]) => written.has(name)).map(([name, rows]) => [name, read(rows)] as const);
    written.clear();
    return (lastDump = { ...lastDump, ...Object.fromEntries(rereadTables) });
  };

  return {
    dump,

    /** Like `dump`, with generated values masked. */
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

    /** Restores every table. State in memory remains, except cached polls. */
    load(wanted: Dump): void {
      const changed = Object.entries(changes(dump(), wanted));
      if (changed.length === 0) return;
      const { connection } = database;
      connection.pragma('foreign_keys = OFF');
      connection.transaction(() => {
        // Changes of other tables change the counters in sqlite_sequence: restore it last.
        for (const [table, { removed, added }] of changed.filter(([table]) => table !== 'sqlite_sequence')) {
          for (const text of removed) write(table, 'delete', text);
          for (const text of added) write(table, 'insert', text);
        }
        connection.exec('DELETE FROM sqlite_sequence');
        for (const text of wanted.sqlite_sequence ?? []) write('sqlite_sequence', 'insert', text);
      })();
      connection.pragma('foreign_keys = ON');
      lastDump = wanted;
      written.clear();
      parts.cachedPolls.dropAll();
    },
  };

  /** Inserts or deletes one row, identified by all its values. */
  function write(table: string, what: 'insert' | 'delete', text: string): void {
    const row = JSON.parse(text) as Row;
    const columns = Object.keys(row);
    const key = `${what} ${table}`;
    const statement =
      writes.get(key) ??
      database.prepare<(string | number | null)[], Row>(
        what === 'insert'
          ? `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`
          : `DELETE FROM ${table} WHERE ${columns.map((column) => `${column} IS ?`).join(' AND ')}`,
      );
    writes.set(key, statement);
    statement.run(...Object.values(row));
  }
}

function watchWrites(database: Database, tables: readonly string[], onWrite: (table: string) => void): void {
  database.connection.function('written', (table: unknown) => {
    onWrite(String(table));
    return null;
  });
  for (const table of tables.filter((table) => table !== 'sqlite_sequence'))
    for (const event of ['INSERT', 'UPDATE', 'DELETE'])
      database.exec(
        `CREATE TEMP TRIGGER ${table}_${event} AFTER ${event} ON main.${table} BEGIN SELECT written('${table}'); END`,
      );
}

/** Returns the deleted (`removed`) and inserted (`added`) rows by table; empty when the dumps are equal. */
export function changes(before: Dump, after: Dump): Record<string, { removed: string[]; added: string[] }> {
  const found: Record<string, { removed: string[]; added: string[] }> = {};
  for (const [table, rows] of Object.entries(before)) {
    const now = after[table] ?? [];
    if (rows === now || (rows.length === now.length && rows.every((row, index) => row === now[index]))) continue;
    found[table] = {
      removed: rows.filter((row) => !now.includes(row)),
      added: now.filter((row) => !rows.includes(row)),
    };
  }
  return found;
}
