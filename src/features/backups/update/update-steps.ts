/** The steps of an update that work on the stopped server's data. Each can be repeated after an interruption. */
import type { Clock } from '../../../platform/clock.ts';
import { migrationsDir } from '../../../platform/process/assets.ts';
import { copyBeforeUpdate, readUpdateNote, writeUpdateNote } from '../../../platform/process/update-note.ts';
import { beforeRestoreName, dataFolder } from '../../../platform/storage/data-folder.ts';
import { Database } from '../../../platform/storage/database.ts';
import { fileStats, joinPath } from '../../../platform/storage/files.ts';
import { acquireLock } from '../../../platform/storage/folder-lock.ts';
import { migrate, missingMigrations } from '../../../platform/storage/migrate.ts';
import {
  copyDurably,
  makeDirectory,
  moveDurably,
  removeFile,
  removeTreeNow,
  syncFile,
  syncNow,
} from '../../../platform/storage/writing.ts';
import { backupName, freeName } from '../backup-format.ts';
import { finishRestore, swapData } from '../finish-restore.ts';

/** Copies the database, and writes into the update note that the new program's trial comes next (features/backups/README, Upgrades). Throws DirectoryInUseError, and the system's errors. */
export async function copyBeforeTrial(dataDir: string): Promise<void> {
  const folder = dataFolder(dataDir);
  const lock = acquireLock(folder.lock);
  try {
    finishRestore(dataDir);
    const copy = joinPath(folder.programs, copyBeforeUpdate);
    const draft = `${copy}.new`;
    for (const suffix of ['', '-journal']) await removeFile(draft + suffix);
    // SQLite makes the copy: while a standby or a backup reads the database, the last commits are only in the write-ahead log.
    const database = new Database(folder.database);
    try {
      await database.copyPagesTo(draft);
    } finally {
      database.close();
    }
    await syncFile(draft);
    moveDurably(draft, copy);
    const note = readUpdateNote(dataDir);
    if (note?.next) writeUpdateNote(dataDir, { ...note, next: { ...note.next, step: 'trial' } });
  } finally {
    lock.release();
  }
}

/**
 * Puts the database from before the update back if this program cannot use the present one. Otherwise changes nothing.
 * The replaced database is kept in `before-restore-<time>`. Throws DirectoryInUseError, and the system's errors.
 */
export async function goBack(dataDir: string, timeZone: string, clock: Clock): Promise<void> {
  const folder = dataFolder(dataDir);
  const lock = acquireLock(folder.lock);
  try {
    finishRestore(dataDir);
    if (isUsable(folder.database)) return;
    const stage = dataFolder(folder.restoring);
    removeTreeNow(stage.directory);
    makeDirectory(stage.directory);
    await copyDurably(joinPath(folder.programs, copyBeforeUpdate), stage.database);
    syncNow(stage.directory);
    swapData(dataDir, freeName(dataDir, beforeRestoreName(backupName(clock.now(), timeZone))));
  } finally {
    lock.release();
  }
}

/** True if the database is undamaged and has exactly this program's migrations. */
function isUsable(file: string): boolean {
  if (!fileStats(file)) return false;
  let database: Database | undefined;
  try {
    database = new Database(file);
    database.checkIntegrity();
    return missingMigrations(database, migrationsDir).length === 0;
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

/** Migrates a copy of the database and checks it, as a start does. Throws MigrationError, DatabaseCorruptError, SQLite's errors. */
export function rehearseMigration(copy: string, clock: Clock): void {
  const database = new Database(copy, { isCopy: true });
  try {
    migrate(database, migrationsDir, clock);
    database.checkIntegrity({ isThorough: true });
  } finally {
    database.close();
  }
}
