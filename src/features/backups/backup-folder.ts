/** Creates the folder of backups, locks it for one backup at a time, and removes old backups from it. */
import { dirname } from 'node:path';
import { beforeRestoreRetentionMs } from '../../platform/storage/data-folder.ts';
import { isDatabaseForbidden } from '../../platform/storage/database.ts';
import { acquireLock } from '../../platform/storage/folder-lock.ts';
import { isForbidden } from '../../platform/storage/file-errors.ts';
import { canUseDirectory, fileStats, joinPath, listDirectory } from '../../platform/storage/files.ts';
import { makeNewDirectory, removeEmptyDirectory, removeTree, renameIfPresent } from '../../platform/storage/writing.ts';
import { generateKey } from '../../platform/random.ts';
import { TaskFailure } from '../../platform/process/failures.ts';
import { isLeftover, listBackups, type Manifest, removingName } from './backup-format.ts';

/** Reason for a failed backup: a Portuguese sentence for the studio, an English one for the shell. */
export class BackupError extends TaskFailure {
  readonly english: string;

  constructor(message: string, english: string, options?: ErrorOptions) {
    super(message, options);
    this.english = english;
  }
}

/** Number of database copies kept from upgrades. */
const maxUpgradeBackups = 3;

/** Creates the folder, never its parents: a disk may be disconnected. Throws BackupError if this fails or the path is a file. */
export function makeBackupDirectory(backupDir: string): void {
  const parent = fileStats(dirname(backupDir));
  if (!parent)
    throw new BackupError(
      `A pasta ${dirname(backupDir)} não existe. O disco dos backups está conectado?`,
      `There is no folder ${dirname(backupDir)}. Is the disk connected?`,
    );
  try {
    makeNewDirectory(backupDir);
  } catch (error) {
    throw asBackupError(error, backupDir);
  }
  if (!fileStats(backupDir)?.isDirectory)
    throw new BackupError(`${backupDir} é um arquivo, não uma pasta.`, `${backupDir} is a file, not a folder.`);
}

/**
 * True if backups can be written to the folder, or a missing folder can be created in its parent. Tries it, because
 * permissions alone say that root may write to `/proc`; nothing is left behind.
 */
export function isUsableBackupFolder(backupDir: string): boolean {
  try {
    const stats = fileStats(backupDir);
    if (stats && !(stats.isDirectory && canUseDirectory(backupDir))) return false;
    const attempt = stats ? joinPath(backupDir, `.antessala-${generateKey()}`) : backupDir;
    if (makeNewDirectory(attempt)) removeEmptyDirectory(attempt);
    return true;
  } catch {
    return false;
  }
}

/** Locks the folder for a backup. Throws BackupError while another backup is being made. */
export function lockBackupDirectory(backupDir: string): { release(): void } {
  try {
    return acquireLock(joinPath(backupDir, '.lock'), (cause) => {
      return new BackupError('Outro backup está em andamento.', 'Another backup is being taken.', { cause });
    });
  } catch (error) {
    throw asBackupError(error, backupDir);
  }
}

/** Returns a BackupError for an error about missing permissions, and any other error unchanged. */
export function asBackupError(error: unknown, backupDir: string): unknown {
  if (!isForbidden(error) && !isDatabaseForbidden(error)) return error;
  const path = error instanceof Error && 'path' in error ? String(error.path) : backupDir;
  return new BackupError(
    `Sem permissão para o backup: ${path} não pode ser usado por este usuário.`,
    `This user may not take the backup: ${path} cannot be used.`,
    { cause: error },
  );
}

/** Removes the remains of interrupted backups. Call it with the folder locked. */
export async function clearLeftovers(backupDir: string): Promise<void> {
  for (const name of listDirectory(backupDir))
    if (isLeftover(name)) await removeTree(joinPath(backupDir, name)).catch(ignoreForbidden);
}

const hourMs = 3_600_000;
const [hoursToKeep, weeksToKeep] = [24, 4];

interface DatedBackup {
  name: string;
  createdAt: number;
  isBeforeRestore?: boolean | undefined;
}

/**
 * Returns the names of the full backups to keep. Keeps all backups of the last hour, and the last backup of each of 24 hours, of
 * `keep` days and of four weeks. Also keeps backups made before a restore for seven days. Days and weeks without a backup are not
 * counted, so that a clock that is wrong for one night costs only one of the `keep` days. `backups`: newest first; each name is
 * the backup's time in the server's time zone.
 */
export function namesToKeep(backups: readonly DatedBackup[], keep: number, now: number) {
  const [hours, days, weeks] = [new Set<string>(), new Set<string>(), new Set<number>()];
  /** True for the first backup with this key, unless `max` other keys were found before. */
  const isFirst = <Key>(found: Set<Key>, key: Key, max: number) =>
    !found.has(key) && found.size < max && Boolean(found.add(key));
  const isKept = ({ name, createdAt, isBeforeRestore = false }: DatedBackup) => {
    const [hour, day] = [name.slice(0, 13), name.slice(0, 10)];
    // Weeks begin on Monday; 1 January 1970 was a Thursday.
    const week = Math.floor((Date.parse(day) / (24 * hourMs) + 3) / 7);
    const age = now - createdAt;
    return [
      age < hourMs || (isBeforeRestore && age < beforeRestoreRetentionMs),
      age < hoursToKeep * hourMs && isFirst(hours, hour, hoursToKeep),
      isFirst(days, day, keep),
      isFirst(weeks, week, weeksToKeep),
    ].includes(true);
  };
  return new Set(backups.filter(isKept).map(({ name }) => name));
}

/**
 * Removes the full backups that `namesToKeep` does not return, except `justTaken`, and the copies made before upgrades, except
 * the last three. Removes nothing if `keep` is undefined.
 */
export async function removeOldBackups(
  backupDir: string,
  { keep, createdAt }: { keep?: number | undefined; createdAt: number },
  justTaken: string,
): Promise<void> {
  if (keep === undefined) return;
  const backups = listBackups(backupDir);
  const ofKind = (kind: Manifest['kind']) => backups.filter(({ manifest }) => manifest.kind === kind);
  const full = ofKind('full').map(({ name, manifest: { createdAt: at, isBeforeRestore } }) => ({
    ...{ name, isBeforeRestore },
    createdAt: Date.parse(at),
  }));
  const keptNames = namesToKeep(full, keep, createdAt).add(justTaken);
  const removed = [...full.filter(({ name }) => !keptNames.has(name)), ...ofKind('database').slice(maxUpgradeBackups)];
  for (const { name } of removed) {
    const removing = joinPath(backupDir, removingName(name));
    try {
      renameIfPresent(joinPath(backupDir, name), removing);
    } catch (error) {
      ignoreForbidden(error);
    }
    await removeTree(removing).catch(ignoreForbidden);
  }
}

/** Throws the error again unless it is about permissions: files of another user do not stop a backup. */
function ignoreForbidden(error: unknown): void {
  if (!isForbidden(error)) throw error;
}
