/** Opens the data folder for a starting server: locks it, checks it, and migrates the database. */
import { bytesPerMb } from '../../contract/text/units.ts';
import type { Log } from '../../platform/log.ts';
import { migrationsDir, releaseText } from '../../platform/process/assets.ts';
import { takeCleanStop } from '../../platform/storage/clean-stop.ts';
import { compactOnce } from '../../platform/storage/compact.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import { Database, isDatabaseFull, isInputOutputError } from '../../platform/storage/database.ts';
import { fileStats, listTree } from '../../platform/storage/files.ts';
import { acquireLock } from '../../platform/storage/folder-lock.ts';
import { releaseSpareSpace, keepSpareSpace } from '../../platform/storage/spare-space.ts';
import { makeDirectory } from '../../platform/storage/writing.ts';
import { migrate } from '../../platform/storage/migrate.ts';
import { CommandError } from '../../platform/process/failures.ts';
import { isUsableBackupFolder } from './backup-folder.ts';
import { listBackups } from './backup-format.ts';
import { type BackupsDeps, createBackups } from './backups.ts';
import { createIntegrity } from './integrity.ts';
import { restoreCommand } from './restore-command.ts';
import { finishRestore } from './finish-restore.ts';
import { discardUnusedCopies } from './standby/folder.ts';

export interface OpenDataOptions extends Omit<BackupsDeps, 'keep' | 'version'> {
  /** For this many days, the last backup of each day is kept (`namesToKeep`). */
  backupKeep: number;
  log: Log;
}

/** A database up to this size is always checked before the server starts: the check takes 0.1 s. */
const quickCheckBytes = 32 * bytesPerMb;

/**
 * Locks the folder, finishes an interrupted restore, checks the database, and copies it before migrations. Throws
 * DirectoryInUseError, DatabaseCorruptError, MigrationError, BackupError, CommandError when the database is lost or a restore
 * cannot be finished, or the system's error when the folder cannot be used.
 */
export function openData(options: OpenDataOptions) {
  const { dataDir, backupDir, clock, log } = options;
  makeDirectory(dataDir);
  // A second server would process the same jobs and delete their files.
  const lock = acquireLock(dataFolder(dataDir).lock);
  finishRestore(dataDir);
  const folder = dataFolder(dataDir);
  const { spare } = folder;
  const wasStoppedCleanly = takeCleanStop(folder);
  const opened = openWithSpareSpace(folder.database, spare, log);
  // SQLite can open a database on a disk that has become read-only.
  opened.assertWritable();
  const checksLater = wasStoppedCleanly && (fileStats(folder.database)?.sizeBytes ?? 0) > quickCheckBytes;
  if (!checksLater) opened.checkIntegrity();
  const database = compactOnce(opened, folder.database, (error) => log.warn('database not compacted', { error }));
  database.releaseSpare = () => {
    const isReleased = releaseSpareSpace(spare);
    if (isReleased) log.warn('the disk is full: released the spare space for the database', { file: spare });
    return isReleased;
  };
  assertNotLost(database, options);
  const backups = createBackups({ ...options, keep: options.backupKeep, version: releaseText });
  const applied = migrate(database, migrationsDir, clock, (migration) => {
    log.info('database copied before it is migrated', { backup: backups.beforeMigration(database, migration) });
  });
  if (applied.length > 0) log.info('migrated', { applied });
  discardUnusedCopies(dataDir);
  database.reserveSpare = () => keepSpareSpace(spare, dataDir);
  database.reserveSpare();
  // Screens play without backups: continue. The nightly task will fail and notify the administrators.
  if (!isUsableBackupFolder(backupDir))
    log.warn(`no backups can be made: BACKUP_DIR (${backupDir}) must be a directory of the user who runs the server`);
  const integrity = createIntegrity({ ...options, isDue: checksLater });
  return { lock, database, backups, integrity };
}

/** Throws CommandError if the database is new, but media or full backups exist. Call it before migrations. */
function assertNotLost(database: Database, { dataDir, backupDir }: OpenDataOptions): void {
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()) return;
  const mediaDir = dataFolder(dataDir).media;
  const found = [
    ...(listTree(mediaDir).length > 0 ? [mediaDir] : []),
    ...(listBackups(backupDir).some(({ manifest }) => manifest.kind === 'full') ? [backupDir] : []),
  ];
  if (found.length === 0) return;
  throw new CommandError(
    `the database in ${dataDir} is missing or empty, but ${found.join(' and ')} ${found.length === 1 ? 'is' : 'are'} not.\n${restoreCommand({ backupDir, dataDir })}\nTo start empty on purpose, move ${found.join(' and ')} away first.`,
  );
}

/** Opens the database. On a full disk, releases the spare space and tries again. Throws the errors of `new Database`. */
function openWithSpareSpace(file: string, spare: string, log: Log): Database {
  try {
    return new Database(file);
  } catch (error) {
    const mayBeFull = isDatabaseFull(error) || isInputOutputError(error);
    if (!mayBeFull || !releaseSpareSpace(spare)) throw error;
    log.warn('the disk is full: released the spare space for the database', { file: spare });
    return new Database(file);
  }
}
