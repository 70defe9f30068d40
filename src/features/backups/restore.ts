/**
 * Replaces the content of a data folder by a backup. Links or copies all files into `restoring/` and verifies them there; then
 * finish-restore.ts moves the old content aside and the new one in, so that a server never starts with a mixture.
 */
import { dirname } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { beforeRestoreName, type DataFolder, dataFolder, isMediaKey } from '../../platform/storage/data-folder.ts';
import { Database } from '../../platform/storage/database.ts';
import { acquireLock } from '../../platform/storage/folder-lock.ts';
import { freeSpace, spaceToKeepFree } from '../../platform/storage/disk-space.ts';
import { fileStats, isMountPoint, joinPath, listDirectory, sha256OfFile } from '../../platform/storage/files.ts';
import {
  copyDurably,
  makeDirectory,
  removeFile,
  removeTree,
  syncNow,
  tryLink,
} from '../../platform/storage/writing.ts';
import { missingMigrations } from '../../platform/storage/migrate.ts';
import {
  type BackupFile,
  backupName,
  freeName,
  listBackups,
  type Manifest,
  manifestName,
  readManifest,
  sizeOf,
} from './backup-format.ts';
import { CommandError } from '../../platform/process/failures.ts';
import { finishRestore, isRestoreBegun, swapData, swappedEntries } from './finish-restore.ts';
import { filesReferencedBy, type ReferencedFile } from './referenced-files-store.ts';

export interface RestoreOptions {
  /** A backup's folder, or a folder with a single backup. */
  from: string;
  dataDir: string;
  migrationsDir: string;
  timeZone: string;
  clock: Clock;
  /** Restores the intact files even if others of the backup are damaged. */
  withoutDamaged?: boolean;
  /** Called with a line about each step. */
  report?(line: string): void;
}

interface PrepareOptions extends Omit<RestoreOptions, 'timeZone' | 'clock'> {
  /** True to leave free the disk space that the running server needs. */
  isServerRunning?: boolean;
}

export interface Restored extends Pick<Manifest, 'createdAt' | 'version'> {
  fileCount: number;
  sizeBytes: number;
  /** Folder with the previous data; undefined when there was none. */
  aside: string | undefined;
  /** Paths of the files that are not restored, because they are missing or damaged. */
  missing: string[];
}

/**
 * Restores a backup. Throws CommandError for an unsuitable backup or folder, MigrationError for a backup of a newer version,
 * DirectoryInUseError while a server uses the folder. After an error nothing has changed, unless `finishRestore` was cut off.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDir } = options;
  findBackup(options.from);
  makeDirectory(dataDir);
  const folder = dataFolder(dataDir);
  const lock = acquireLock(folder.lock);
  try {
    const prepared = await prepareRestore(options);
    const hadContent = fileStats(folder.database) !== undefined;
    const aside = swapPrepared(options);
    return { ...prepared, aside: hadContent ? joinPath(dataDir, aside) : undefined };
  } finally {
    lock.release();
  }
}

/** Calls `finishRestore`; links or copies a backup's files into `restoring/`, and verifies them. Throws as `restoreBackup`. */
export async function prepareRestore(options: PrepareOptions): Promise<Omit<Restored, 'aside'>> {
  const { dataDir } = options;
  const { from, manifest } = findBackup(options.from);
  const stage = dataFolder(dataFolder(dataDir).restoring);
  try {
    finishRestore(dataDir);
    assertMovable(dataDir);
    for (const directory of [stage.media, stage.uploads]) makeDirectory(directory);
    await assertSpace({ ...options, from }, manifest, stage);
    options.report?.(`Verifying ${manifest.files.length + 1} file(s), ${inMb(sizeOf(manifest))}...`);
    const files = await stageDatabase({ ...options, from }, manifest, stage);
    const damagedPaths = await stageFiles({ ...options, from }, manifest, files, stage);
    return {
      fileCount: files.length - damagedPaths.length,
      sizeBytes: sizeOf(manifest),
      createdAt: manifest.createdAt,
      version: manifest.version,
      missing: [...manifest.missing, ...damagedPaths],
    };
  } catch (error) {
    if (!isRestoreBegun(dataDir)) await removeTree(stage.directory).catch(() => {});
    throw error;
  }
}

/** Exchanges the data for the prepared files. Returns the name of the folder with the previous data. Throws CommandError. */
export function swapPrepared({
  dataDir,
  timeZone,
  clock,
}: Pick<RestoreOptions, 'dataDir' | 'timeZone' | 'clock'>): string {
  const folder = dataFolder(dataDir);
  if (!fileStats(dataFolder(folder.restoring).database))
    throw new CommandError(`Nothing is prepared in ${folder.restoring}.`);
  const aside = freeName(dataDir, beforeRestoreName(backupName(clock.now(), timeZone)));
  swapData(dataDir, aside);
  return aside;
}

/** Returns the backup whose folder is `from`, or the only backup in `from`. Throws CommandError if there is none, or several. */
export function findBackup(from: string): { from: string; manifest: Manifest } {
  const manifest = readManifest(from);
  if (manifest) return { from, manifest };
  const stats = fileStats(from);
  if (!stats) throw new CommandError(`There is no ${from}.`);
  if (!stats.isDirectory)
    throw new CommandError(
      `${from} is a file, and a backup is a folder. If it is a backup from the settings page, untar it first (tar xf ${from}) and restore the folder in it.`,
    );
  try {
    listDirectory(from);
  } catch (cause) {
    throw new CommandError(
      `${from} cannot be read by this user (${cause instanceof Error ? cause.message : String(cause)}).`,
      { cause },
    );
  }
  const [only, ...others] = listBackups(from);
  if (!only) throw new CommandError(`${from} is no whole backup: it has no readable manifest.json.`);
  if (others.length === 0) return { from: joinPath(from, only.name), manifest: only.manifest };
  const names = [only, ...others].map(({ name }) => `  ${joinPath(from, name)}`);
  throw new CommandError(`${from} holds several backups, newest first. Name one:\n${names.join('\n')}`);
}

/** Throws CommandError if an entry to replace is on another disk or a mount point, and so cannot be moved aside. */
function assertMovable(dataDir: string): void {
  const { device } = fileStats(dataDir) ?? {};
  for (const entry of swappedEntries) {
    const path = joinPath(dataDir, entry);
    const stats = fileStats(path);
    if (!stats || (stats.device === device && !isMountPoint(path))) continue;
    throw new CommandError(
      `${path} is a disk or mount of its own, which a restore cannot move aside. Restore into another folder with --to, or take that mount away first.`,
    );
  }
}

async function assertSpace(
  { from, dataDir, isServerRunning = false }: PrepareOptions,
  manifest: Manifest,
  stage: DataFolder,
): Promise<void> {
  const space = await freeSpace(dataDir);
  const probe = stage.path('probe');
  const canLink = tryLink(joinPath(from, manifestName), probe);
  await removeFile(probe);
  const willBeLinked = ({ path, sizeBytes }: BackupFile) =>
    isMediaKey(path) && (canLink || fileStats(joinPath(dataDir, path))?.sizeBytes === sizeBytes);
  const files = manifest.files.filter((file) => !willBeLinked(file));
  const neededBytes = sizeOf({ ...manifest, files });
  // A restore that copies no media needs no more space than a nightly backup, so it may use the reserve of an almost full disk.
  const copiesMedia = files.some(({ path }) => isMediaKey(path));
  const reserveBytes = isServerRunning && copiesMedia ? spaceToKeepFree(space) : 0;
  if (neededBytes + reserveBytes > space.freeBytes)
    throw new CommandError(
      `The backup needs ${inMb(neededBytes)} in ${dataDir}, where ${inMb(space.freeBytes)} are free${reserveBytes ? `, ${inMb(reserveBytes)} of which the running server needs` : ''}.`,
    );
}

/** Copies the database and verifies the copy. Returns the files to restore with it. */
async function stageDatabase(
  { from, migrationsDir }: PrepareOptions,
  manifest: Manifest,
  stage: DataFolder,
): Promise<ReferencedFile[]> {
  const copy = stage.database;
  // Do not link the database: the server will write to it.
  const { sha256 } = await copyDurably(dataFolder(from).database, copy).catch((cause: Error) => {
    throw new CommandError(`The backup's database cannot be read: ${cause.message}`, { cause });
  });
  if (sha256 !== manifest.database.sha256)
    throw new CommandError("The backup's database is damaged. Take an older backup.");
  const database = new Database(copy, { isReadOnly: true });
  try {
    missingMigrations(database, migrationsDir);
    database.checkIntegrity({ isThorough: true });
    return manifest.kind === 'full' ? manifest.files : filesReferencedBy(database);
  } finally {
    database.close();
  }
}

/**
 * Links or copies the files into `restoring/` and verifies them. Returns the paths of missing or damaged files; if there are any,
 * and `withoutDamaged` is false, throws CommandError.
 */
async function stageFiles(
  { from, dataDir, withoutDamaged = false }: PrepareOptions,
  { kind }: Manifest,
  files: readonly ReferencedFile[],
  stage: DataFolder,
): Promise<string[]> {
  // Take media from the data folder first, because a full backup may be on another disk, which prevents links.
  const sourcesOf = (path: string) => (kind === 'full' ? (isMediaKey(path) ? [dataDir, from] : [from]) : [dataDir]);
  const damagedPaths: string[] = [];
  const directories = new Set([stage.media, stage.uploads, stage.directory]);
  for (const file of files) {
    const target = stage.path(file.path);
    makeDirectory(dirname(target));
    directories.add(dirname(target));
    if (!(await placeFile(sourcesOf(file.path), target, file))) damagedPaths.push(file.path);
  }
  if (damagedPaths.length > 0 && !withoutDamaged) {
    const first = `the first is ${damagedPaths[0]}`;
    if (kind === 'full')
      throw new CommandError(
        `${damagedPaths.length} file(s) of the backup are missing or damaged, ${first}. Take another backup, or restore the rest with --without-damaged.`,
      );
    throw new CommandError(
      `This backup holds the database alone, and ${damagedPaths.length} file(s) that it names are missing or damaged in ${dataDir}, ${first}. Restore it where the files are, or go without them with --without-damaged.`,
    );
  }
  for (const directory of directories) syncNow(directory);
  return damagedPaths;
}

/** Links or copies one file from the first folder that has it intact. Returns false when no folder has it intact. */
async function placeFile(folders: readonly string[], to: string, file: ReferencedFile): Promise<boolean> {
  for (const from of folders.map((folder) => joinPath(folder, file.path))) {
    if (!fileStats(from)) continue;
    // Do not link files in `uploads/`, which the server may write to.
    const isLinked = isMediaKey(file.path) && tryLink(from, to);
    if (!isLinked) await copyDurably(from, to);
    const isWhole = file.sizeBytes === null || fileStats(to)?.sizeBytes === file.sizeBytes;
    if (isWhole && (file.sha256 === null || (await sha256OfFile(to)) === file.sha256)) return true;
    await removeFile(to);
  }
  return false;
}

const inMb = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
