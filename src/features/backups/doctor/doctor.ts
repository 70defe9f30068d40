/**
 * Compares database and disk, and repairs differences. Examining changes nothing, and is possible while the server runs.
 * Repairs move files to `set-aside/` instead of deleting them.
 */
import type { Clock } from '../../../platform/clock.ts';
import {
  dataFolder,
  entries,
  storageKey,
  uploadKeyOf,
  uploadStorageKey,
} from '../../../platform/storage/data-folder.ts';
import { Database } from '../../../platform/storage/database.ts';
import { fileStats, listDirectory, listTree } from '../../../platform/storage/files.ts';
import { missingMigrations } from '../../../platform/storage/migrate.ts';
import { CommandError } from '../../../platform/process/failures.ts';
import { createFileConsistencyStore } from '../file-consistency-store.ts';
import { type DoctorContext, type Finding, repairBy } from './finding.ts';
import { findFaultyFiles } from './stored-files.ts';
import { findLostOriginals, findUnusableUploads } from './uploads.ts';

export interface DoctorOptions {
  dataDir: string;
  backupDir: string;
  migrationsDir: string;
  clock: Clock;
  /** True if the bytes of all stored files are to be read and hashed. */
  isDeep: boolean;
  /** True to examine only: then not even the write-ahead log is merged into the database. */
  isReadOnly?: boolean;
}

/**
 * Opens the database until `close`. Throws CommandError if the database is missing or older than the program, MigrationError if
 * it is newer, and DatabaseCorruptError, without changing a byte, if it is damaged.
 */
export function createDoctor({ dataDir, backupDir, migrationsDir, clock, isDeep, isReadOnly }: DoctorOptions) {
  const folder = dataFolder(dataDir);
  if (!fileStats(folder.database)) throw new CommandError(`There is no database in ${dataDir}.`);
  const checked = new Database(folder.database, { isReadOnly: true });
  try {
    checked.checkIntegrity({ isThorough: true });
  } finally {
    checked.close();
  }
  const database = new Database(folder.database, { isReadOnly: isReadOnly ?? false });
  const missing = missingMigrations(database, migrationsDir);
  if (missing.length > 0)
    throw new CommandError(
      `The database is older than this program (${missing.join(', ')} to come): start the server once, then run this command again.`,
    );
  const context: DoctorContext = {
    folder,
    backupDir,
    database,
    consistency: createFileConsistencyStore(database),
    clock,
    isDeep,
  };

  return {
    /** Returns all differences, in the order in which they must be repaired. */
    examine: async (): Promise<Finding[]> => [
      ...(await findFaultyFiles(context)),
      ...findUntrackedFiles(context),
      ...findLostOriginals(context),
      ...findUnusableUploads(context),
      ...findDrift(context),
    ],
    close: () => database.close(),
  };
}

export type Doctor = ReturnType<typeof createDoctor>;

/** Examines and repairs up to three times, since a repair may reveal other differences. Returns the remaining findings. */
export async function repairAll(doctor: Doctor, report: (line: string) => void): Promise<Finding[]> {
  let remaining = await doctor.examine();
  for (let round = 0; round < 3 && remaining.length > 0; round += 1) {
    for (const { description, repair } of remaining) report(`${description}: ${await repair()}`);
    remaining = await doctor.examine();
  }
  return remaining;
}

/** Finds files on disk without a row in the database. */
function findUntrackedFiles({ folder, consistency }: DoctorContext): Finding[] {
  const stored = new Set([...consistency.stored()].flat().map(storageKey));
  const originals = new Set(
    [...consistency.items()].flat().flatMap(({ original, replacement }) => [original, replacement]),
  );
  const uploads = new Set(consistency.uploads().map(({ key }) => key));
  const media = listTree(folder.media)
    .map((below) => `${entries.media}/${below}`)
    .filter((key) => !stored.has(key));
  const uploaded = listDirectory(folder.uploads)
    .filter((name) => !originals.has(uploadStorageKey(name)) && !uploads.has(uploadKeyOf(name)))
    .map(uploadStorageKey);
  return [...media, ...uploaded].map((key) => ({
    description: `${key} belongs to nothing`,
    repair() {
      folder.quarantine(key);
      return 'set aside';
    },
  }));
}

/** Finds wrong storage counters of contents and accounts. */
function findDrift({ folder, consistency, database }: DoctorContext): Finding[] {
  const items = [...consistency.items()]
    .flat()
    .map((item) => ({ ...item, expected: consistency.bytesToCount(item, folder) }))
    .filter(({ sizeBytes, expected }) => sizeBytes !== expected)
    .map(({ id, name, sizeBytes, expected }) => ({
      description: `content "${name}" counts ${sizeBytes} bytes instead of ${expected}`,
      repair: repairBy(database, () => consistency.setSize(id, expected), 'corrected'),
    }));
  const accounts = consistency.driftedAccounts().map(({ id, username }) => ({
    description: `the storage used by ${username} is not the sum of its contents`,
    repair: repairBy(database, () => consistency.recountAccount(id), 'corrected'),
  }));
  return [...items, ...accounts];
}
