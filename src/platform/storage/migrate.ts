/** Applies numbered, checksummed migrations, each in one transaction, before the server listens. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';
import { sha256Hex } from '../random.ts';

export class MigrationError extends Error {}

/**
 * Released files in which only comments were reworded: present checksum -> the checksum that older databases stored.
 * 001-initial.sql (2026-11-22): two comments of 0.1.0 cited documents that are not in the repository.
 */
const rewordedComments: Readonly<Record<string, string>> = {
  f017d3638b61432934bb1c480fb8704d4cf249a52d6682a6cf348eb3d0661c27:
    'c3e0c153a34755e5e6342f8a960f81736a259fb2942739ba54c141c218daf004',
};

interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies missing migrations; returns their names. If the database already has content, `beforeFirst` is called once before
 * the first change (for a backup), with the name of the first missing migration; if it throws, nothing is applied. Throws
 * MigrationError when the database is newer than the program, or a migration that was applied has changed since.
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

/** Returns the names of the migrations that `migrate` would apply. Throws MigrationError in the same cases as `migrate`. */
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
    if (knownMigration.checksum !== row.checksum && rewordedComments[knownMigration.checksum] !== row.checksum) {
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
