/**
 * Writes src/testing/dumps/<version>.sql: the schema that the migrations create now, filled with fill.sql. Run this script once
 * at each release: `node --import tsx scripts/dump-release.ts`. The upgrade test loads every dump.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsDir } from '../src/platform/process/assets.ts';
import { ManualClock } from '../src/platform/clock.ts';
import { Database, type Row } from '../src/platform/storage/database.ts';
import { migrate } from '../src/platform/storage/migrate.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dumps = join(root, 'src/testing/dumps');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const database = new Database(':memory:');
migrate(database, migrationsDir, new ManualClock(Date.parse('2026-10-01T11:59:00Z')));
database.exec(readFileSync(join(dumps, 'fill.sql'), 'utf8'));

const schema = database
  .prepare<[], { name: string; type: string; sql: string }>(
    "SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
  )
  .all();
const tables = [...schema.filter(({ type }) => type === 'table').map(({ name }) => name), 'sqlite_sequence'];
const literal = (value: unknown) =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
const inserts = tables.flatMap((table) => [
  // While the dump is loaded, the rows of other tables already fill sqlite_sequence: empty it first.
  ...(table === 'sqlite_sequence' ? ['DELETE FROM sqlite_sequence;'] : []),
  ...database
    .prepare<[], Row>(`SELECT * FROM ${table} ORDER BY 1, 2`)
    .all()
    .map(
      (row) =>
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`,
    ),
]);
const text = [
  `-- The database of Antessala ${version}, one row or more in every table. Made by scripts/dump-release.ts; never edited.`,
  'PRAGMA foreign_keys = OFF;',
  'BEGIN;',
  ...schema.map(({ sql }) => `${sql};`),
  ...inserts,
  'COMMIT;',
  '',
].join('\n');
writeFileSync(join(dumps, `${version}.sql`), text);
console.log(`${version}.sql: ${tables.length} tables, ${inserts.length - 1} rows`);
