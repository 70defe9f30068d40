/** Applies numbered, checksummed migrations, each in one transaction, before the server listens. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';
import { sha256Hex } from '../random.ts';

export class MigrationError extends Error {}

/**
 * Files in which only comments were reworded since databases were made with them: the first 12 digits of the present checksum, and of
 * the checksum that those databases store.
 */
const rewordedComments = new Set(
  `f017d3638b61-c3e0c153a347 2048bd4bb17c-ac89e4afb64e e2affdc9bc51-ee603c080284 3f5b66503b6a-e545eb6b481b b4f40fe3a718-5f700caa7571
    9e5d5b57dfba-72fa03300acf 54471f0cec0b-80e5b7362ef4 8748970bdc6f-38e8bfb7c87e 4e88e71ce439-683354ee4a5a 5aa33d8bac89-0a8ac6ea7a3a
    c055f728651d-6e6412ccf6de bdeba964abf2-0b06033dc915 9adf1fb34c91-7f83fa44ab4a 542640b62c70-948447d111ec aa88e45237ec-4cb355959639
    174e32fdecf1-b7707f90bfae e3192d4e9010-ec9b915fd706 6944ae3d798f-3fb6150680de 818fdd925f90-043700f8a197 ca086628aba1-d9510a5dd82c
    10d673e0be6e-b4afce5a2cd6 a8f7789020a4-8752dabe9c28 f7b010ee0e5a-b9dcb2a86118 8a26328dd38f-ebb964458625 61217aabbb82-914ba491b1f8
    ccde7eca06bc-fe5cdeb167fd ba71c82106e4-8bed41f0e3c3 ec64ea8b9de0-144faf2e6e14 54733f7df042-b370fb938b5d 17fa3752dad0-aac5ece374e5
    b19fdbf1e0a1-8d9d0a232b9f 0e4a9dddce4b-12f74bc8764f 1a06a78be179-6707b48eaad8 f4ba818ccbea-2a913febdb25 5f5f9465cca7-3d9ca465935b
    6905d9dad9f6-c2826399b23b 27bb03830bf8-257ad94bf7b6 8f0314b09c2e-1733e6542d95 63646c5c98d0-d6433dabc271 589c78b97804-9affb3b37406`.split(
    /\s+/,
  ),
);
const isReworded = (present: string, stored: string): boolean =>
  rewordedComments.has(`${present.slice(0, 12)}-${stored.slice(0, 12)}`);

interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies missing migrations; returns their names. `beforeFirst` is called once before the first change to a database
 * that already has content (for a backup), with the name of that migration; if it throws, nothing is applied. Throws
 * MigrationError when the database is newer than the program or an applied migration has changed.
 */
export function migrate(
  database: Database,
  directory: string,
  clock: Clock,
  beforeFirst?: (name: string) => void,
): string[] {
  database.exec(`CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL
  ) STRICT`);
  const { missing, isNew } = compare(database, directory);
  const [first] = missing;
  if (first && !isNew) beforeFirst?.(first.name);
  const record = database.prepare<[number, string, string, number]>(
    'INSERT INTO migrations (number, name, checksum, applied_at) VALUES (?, ?, ?, ?)',
  );
  for (const migration of missing) {
    database.tx(() => {
      database.exec(migration.sql);
      record.run(migration.number, migration.name, migration.checksum, clock.now());
    });
  }
  return missing.map((migration) => migration.name);
}

/** Returns the names of the migrations that `migrate` would apply. Throws MigrationError when the database is newer than the program or an applied migration has changed. */
export function missingMigrations(database: Database, directory: string): string[] {
  return compare(database, directory).missing.map((migration) => migration.name);
}

function compare(database: Database, directory: string): { missing: Migration[]; isNew: boolean } {
  const migrations = readMigrations(directory);
  const applied = database
    .prepare<[], { number: number; name: string; checksum: string }>(
      'SELECT number, name, checksum FROM migrations ORDER BY number',
    )
    .all();

  for (const row of applied) {
    const knownMigration = migrations.find((migration) => migration.number === row.number);
    if (!knownMigration) {
      throw new MigrationError(
        `The database was written by a newer version of Antessala (migration ${row.name} is unknown here). Install that version or newer, or restore an older backup.`,
      );
    }
    if (knownMigration.checksum !== row.checksum && !isReworded(knownMigration.checksum, row.checksum)) {
      throw new MigrationError(`Migration ${row.name} differs from the one this database was made with.`);
    }
  }

  return {
    missing: migrations.filter((migration) => !applied.some((row) => row.number === migration.number)),
    isNew: applied.length === 0,
  };
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name, index) => {
      const number = Number(/^(\d{3})-/.exec(name)?.[1]);
      if (number !== index + 1) throw new MigrationError(`Migrations must be numbered without gaps: ${name}`);
      const sql = readFileSync(join(directory, name), 'utf8');
      return { number, name, sql, checksum: sha256Hex(sql.replaceAll('\r\n', '\n')) };
    });
}
