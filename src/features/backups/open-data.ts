/** The data folder of a server that starts: its own alone, whole, known, and of this version. */
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { migrationsDir, version } from '../../platform/process/assets.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import { Database } from '../../platform/storage/database.ts';
import { holdLock } from '../../platform/storage/folder-lock.ts';
import { makeDirectory } from '../../platform/storage/writing.ts';
import { migrate } from '../../platform/storage/migrate.ts';
import { createBackups } from './backups.ts';
import { assertNotLost } from './lost-database.ts';
import { restoreCommand } from './restore-command.ts';
import { finishRestore } from './finish-restore.ts';

export interface OpenDataOptions {
  dataDir: string;
  backupDir: string;
  /** So many backups stay. */
  backupKeep: number;
  timeZone: string;
  clock: Clock;
  log: Log;
}

/**
 * Takes the folder, ends an unfinished restore, looks at the database, and copies it before it is migrated. Throws
 * DirectoryInUseError, DatabaseCorruptError, ShellError for a lost database, MigrationError, BackupError, or the
 * system's error when the folder cannot be used.
 */
export function openData({ dataDir, backupDir, backupKeep, timeZone, clock, log }: OpenDataOptions) {
  makeDirectory(dataDir);
  // A second server would take the running one's jobs and clear away what they make.
  const lock = holdLock(dataFolder(dataDir).lock);
  finishRestore(dataDir);
  const database = new Database(dataFolder(dataDir).database);
  database.checkIntegrity();
  assertNotLost(database, { dataDir, backupDir, restoreCommand: () => restoreCommand({ backupDir, dataDir }) });
  const backups = createBackups({ dataDir, backupDir, keep: backupKeep, timeZone, version, clock });
  const applied = migrate(database, migrationsDir, clock, (migration) => {
    log.info('database copied before it is migrated', { backup: backups.beforeMigration(database, migration) });
  });
  if (applied.length > 0) log.info('migrated', { applied });
  return { lock, database, backups };
}
