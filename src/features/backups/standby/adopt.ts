/** At a take-over, replaces this machine's database by a copy of the database of the machine that it followed. */
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { CommandError } from '../../../platform/process/failures.ts';
import { beforeRestoreName, dataFolder, entries } from '../../../platform/storage/data-folder.ts';
import { Database } from '../../../platform/storage/database.ts';
import { fileStats, joinPath, readIfThere } from '../../../platform/storage/files.ts';
import { acquireLock } from '../../../platform/storage/folder-lock.ts';
import { makeDirectory, moveDurably, syncFile, writeFileDurably } from '../../../platform/storage/writing.ts';
import { backupName, freeName } from '../backup-format.ts';
import { standbyFolder } from './folder.ts';

interface AdoptOptions {
  dataDir: string;
  /** Paths of copies, newest first: the first undamaged one is used. */
  copies: readonly string[];
  /** Time of the first copy, by the clock of the machine that made it (milliseconds since 1970). */
  copiedAt: number;
  timeZone: string;
  clock: Clock;
}

/**
 * Returns the path of the chosen copy. Moves an existing database aside. Can be repeated after a crash. Throws CommandError when
 * all copies are damaged or missing, DirectoryInUseError while a server uses the folder.
 */
export async function adoptCopy({ dataDir, copies, copiedAt, timeZone, clock }: AdoptOptions): Promise<string> {
  const folder = dataFolder(dataDir);
  const { directory, adopted } = standbyFolder(dataDir);
  const lock = acquireLock(folder.lock);
  try {
    // Continue an interrupted take-over with the copy that it chose, because any other copy is older.
    const alreadyChosen = readIfThere(adopted);
    const copy =
      alreadyChosen ?? copies.find((path) => prepareCopy(path, clock.now(), path === copies[0] ? copiedAt : undefined));
    if (copy === undefined) throw new CommandError('No copy of the database here is whole.');
    // Without its file, the chosen copy has already become the database.
    if (alreadyChosen !== undefined && !fileStats(alreadyChosen)) return alreadyChosen;
    await syncFile(copy);
    makeDirectory(directory);
    writeFileDurably(adopted, copy, 0o600);
    const aside = freeName(dataDir, beforeRestoreName(backupName(clock.now(), timeZone)));
    for (const name of [...entries.databaseLogs, entries.database])
      if (fileStats(folder.path(name))) moveDurably(folder.path(name), joinPath(folder.path(aside), name));
    moveDurably(copy, folder.database);
    return copy;
  } finally {
    lock.release();
  }
}

/**
 * Checks a copy, marks its screens as offline, stores `copiedAt`, and renames the key of the other machine. Returns false when
 * the copy is damaged or missing.
 */
function prepareCopy(path: string, now: number, copiedAt: number | undefined): boolean {
  if (!fileStats(path)) return false;
  let database: Database | undefined;
  try {
    database = new Database(path, { isCopy: true });
    database.checkIntegrity();
    const seenBefore = now - limits.onlineWithinMs;
    database
      .prepare<[number, number]>('UPDATE players SET last_ping = ? WHERE last_ping > ?')
      .run(seenBefore, seenBefore);
    // Rename the other machine's key for devices' cookies (players/pairing/device-cookies.ts): this machine creates another key.
    // When a take-over is repeated, the key has been renamed already.
    database.exec(
      "DELETE FROM settings WHERE key LIKE 'takenOver.%' AND EXISTS (SELECT 1 FROM settings WHERE key = 'secret.deviceKeys'); UPDATE settings SET key = 'takenOver.deviceKeys' WHERE key = 'secret.deviceKeys'",
    );
    if (copiedAt !== undefined)
      database
        .prepare<[string, number]>(
          "INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES ('takenOver.copiedAt', ?, ?)",
        )
        .run(String(copiedAt), now);
    else database.exec("DELETE FROM settings WHERE key LIKE 'takenOver.%'");
    return true;
  } catch {
    return false;
  } finally {
    database?.close();
  }
}
