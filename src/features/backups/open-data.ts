/** The data folder of a server that starts: its own alone, whole, known, and of this version. */
import { dirname } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { migrationsDir, version } from '../../platform/process/assets.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import { Database, isDatabaseFull, isInputOutputError } from '../../platform/storage/database.ts';
import { canUseDirectory, fileFacts, listTree } from '../../platform/storage/files.ts';
import { holdLock } from '../../platform/storage/folder-lock.ts';
import { releaseSpareSpace, keepSpareSpace } from '../../platform/storage/spare-space.ts';
import { makeDirectory } from '../../platform/storage/writing.ts';
import { migrate } from '../../platform/storage/migrate.ts';
import { ShellError } from '../../platform/process/failures.ts';
import { listBackups } from './backup-format.ts';
import { type BackupsDeps, createBackups } from './backups.ts';
import { restoreCommand } from './restore-command.ts';
import { finishRestore } from './finish-restore.ts';

export interface OpenDataOptions extends Omit<BackupsDeps, 'keep' | 'version'> {
  /** Number of backups to keep. */
  backupKeep: number;
  log: Log;
}

/**
 * Takes the folder, ends an unfinished restore, looks at the database, and copies it before it is migrated. Throws
 * DirectoryInUseError, DatabaseCorruptError, ShellError for a lost database, MigrationError, BackupError, or the
 * system's error when the folder cannot be used.
 */
export function openData(options: OpenDataOptions) {
  const { dataDir, backupDir, clock, log } = options;
  makeDirectory(dataDir);
  // A second server would take the running one's jobs and clear away what they make.
  const lock = holdLock(dataFolder(dataDir).lock);
  finishRestore(dataDir);
  const { spare } = dataFolder(dataDir);
  const database = openWithSpareRoom(dataFolder(dataDir).database, spare, log);
  database.releaseSpare = () => {
    const isMade = releaseSpareSpace(spare);
    if (isMade) log.warn('the disk is full: room kept for the database is given up', { file: spare });
    return isMade;
  };
  // A disk that became read-only lets SQLite open it, and refuses every change.
  database.assertWritable();
  database.checkIntegrity();
  assertNotLost(database, options);
  const backups = createBackups({ ...options, keep: options.backupKeep, version });
  const applied = migrate(database, migrationsDir, clock, (migration) => {
    log.info('database copied before it is migrated', { backup: backups.beforeMigration(database, migration) });
  });
  if (applied.length > 0) log.info('migrated', { applied });
  database.reserveSpare = () => keepSpareSpace(spare, dataDir);
  database.reserveSpare();
  // Screens play without backups: the start goes on, the nightly task fails and tells the administrators.
  if (!canMakeDirectory(backupDir))
    log.warn(`no backups can be made: BACKUP_DIR (${backupDir}) must be a directory of the user who runs the server`);
  return { lock, database, backups };
}

/** Throws ShellError when the database is new, but media or full backups of another are there. Before migrations. */
function assertNotLost(database: Database, { dataDir, backupDir }: OpenDataOptions): void {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()) return;
  const mediaDir = dataFolder(dataDir).media;
  const left = [
    ...(listTree(mediaDir).length > 0 ? [mediaDir] : []),
    ...(listBackups(backupDir).some(({ manifest }) => manifest.kind === 'full') ? [backupDir] : []),
  ];
  if (left.length === 0) return;
  throw new ShellError(
    `the database in ${dataDir} is missing or empty, but ${left.join(' and ')} ${left.length === 1 ? 'is' : 'are'} not.\n${restoreCommand({ backupDir, dataDir })}\nTo start empty on purpose, move ${left.join(' and ')} away first.`,
  );
}

/** True if the folder exists and is writable, or can be made. */
function canMakeDirectory(path: string): boolean {
  const facts = fileFacts(path);
  if (!facts && dirname(path) !== path) return canMakeDirectory(dirname(path));
  return facts?.isDirectory === true && canUseDirectory(path);
}

/** Throws what a new Database throws, a second time where the disk is full and no room was kept. */
function openWithSpareRoom(file: string, spare: string, log: Log): Database {
  try {
    return new Database(file);
  } catch (error) {
    const isPerhapsFull = isDatabaseFull(error) || isInputOutputError(error);
    if (!isPerhapsFull || !releaseSpareSpace(spare)) throw error;
    log.warn('the disk is full: room kept for the database is given up', { file: spare });
    return new Database(file);
  }
}
