/**
 * Makes a backup, also while the server runs. Copies the database in one read transaction, then links or copies the files to
 * which it refers. If files were deleted in between, copies the database again, since a newer copy does not refer to them. The
 * last attempt blocks writers.
 */
import { dataFolder, entries } from '../../platform/storage/data-folder.ts';
import { Database, isDatabaseFull } from '../../platform/storage/database.ts';
import { isDiskFull } from '../../platform/storage/file-errors.ts';
import { fileStats, joinPath, sha256OfFile, sha256OfFileNow } from '../../platform/storage/files.ts';
import {
  makeDirectory,
  makeNewDirectory,
  moveDurably,
  removeFile,
  removeTree,
  removeTreeNow,
  syncNow,
  writeFileDurably,
} from '../../platform/storage/writing.ts';
import { createCollector } from './backup-files.ts';
import {
  asBackupError,
  BackupError,
  clearLeftovers,
  lockBackupDirectory,
  makeBackupDirectory,
  removeOldBackups,
} from './backup-folder.ts';
import { freeName, listBackups, type Manifest, manifestName, partialName, sizeOf } from './backup-format.ts';
import { extraFiles } from './extra-files.ts';
import { filesReferencedBy, type ReferencedFile } from './referenced-files-store.ts';

export interface BackupRequest {
  dataDir: string;
  backupDir: string;
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  version: string;
  /** For this many days, the last backup of each day is kept (`namesToKeep`); undefined: all backups are kept. */
  keep?: number | undefined;
  /** Keeps this backup for a week, however many others are made (`namesToKeep`). */
  isBeforeRestore?: boolean;
}

export interface TakenBackup {
  name: string;
  sizeBytes: number;
  fileCount: number;
  /** Number of files that the previous backup does not have. */
  newCount: number;
  /** Paths that are missing or damaged in DATA_DIR. */
  missing: string[];
}

/** Maximum number of database copies before writers are blocked. */
const maxUnlockedCopies = 3;

/** Makes a backup. Throws BackupError (another one runs, disk full, folder missing or forbidden), DatabaseCorruptError. */
export async function takeBackup(request: BackupRequest): Promise<TakenBackup> {
  const { backupDir } = request;
  makeBackupDirectory(backupDir);
  const lock = lockBackupDirectory(backupDir);
  let partial: string | undefined;
  try {
    await clearLeftovers(backupDir);
    const name = freeName(backupDir, request.name);
    partial = joinPath(backupDir, partialName(name));
    makeNewDirectory(partial);
    const result = await fillBackup(request, name, partial);
    moveDurably(partial, joinPath(backupDir, name));
    await removeOldBackups(backupDir, request, name);
    return result;
  } catch (error) {
    if (partial) await removeTree(partial).catch(() => {});
    if (isDiskFull(error) || isDatabaseFull(error))
      throw new BackupError('Não há espaço em disco para o backup.', 'The disk has no room for the backup.', {
        cause: error,
      });
    throw asBackupError(error, backupDir);
  } finally {
    lock.release();
  }
}

async function fillBackup(request: BackupRequest, name: string, partial: string): Promise<TakenBackup> {
  const { dataDir, backupDir } = request;
  const source = dataFolder(dataDir).database;
  const copy = dataFolder(partial).database;
  const last = listBackups(backupDir).find(({ manifest }) => manifest.kind === 'full');
  const previous = last && { directory: joinPath(backupDir, last.name), manifest: last.manifest };
  const collector = createCollector(dataDir, partial, previous);

  /** Copies the database, and collects the files to which it refers. Returns these files, and the paths missing on disk. */
  async function copyAll(): Promise<{ referenced: ReferencedFile[]; lost: string[] }> {
    await removeFile(copy);
    withDatabase(source, { isReadOnly: false }, (database) => database.copyTo(copy));
    withDatabase(copy, { isCopy: true }, eraseNames);
    const referenced = withDatabase(copy, { isReadOnly: true }, filesReferencedBy);
    const lost: string[] = [];
    for (const { path } of referenced) if (!(await collector.collect(path))) lost.push(path);
    return { referenced, lost };
  }

  let { referenced, lost } = await copyAll();
  for (let copies = 1; lost.length > 0 && copies < maxUnlockedCopies; copies += 1)
    ({ referenced, lost } = await copyAll());
  // Contents are deleted too fast, or a file is lost: block writers, so that nothing can be deleted meanwhile.
  if (lost.length > 0) ({ referenced, lost } = await withoutWriters(source, copyAll));

  const extras = extraFiles(dataDir);
  for (const path of extras) await collector.copy(path);
  const { files, newCount, damaged } = await collector.verify([
    ...referenced,
    ...extras.map((path) => ({ path, sizeBytes: null, sha256: null })),
  ]);
  withDatabase(copy, { isReadOnly: true }, (database) => database.checkIntegrity({ isThorough: true }));
  syncNow(copy);
  collector.sync();
  const missing = [...lost, ...damaged];
  const manifest = writeManifest(partial, request, { kind: 'full', sha256: await sha256OfFile(copy), files, missing });
  return { name, sizeBytes: sizeOf(manifest), fileCount: files.length, newCount, missing };
}

/** Copies only the database, before a migration, while nothing else runs. Returns the backup's name; throws file errors. */
export function backUpDatabase(database: Database, request: Omit<BackupRequest, 'dataDir' | 'keep'>): string {
  const { backupDir } = request;
  makeBackupDirectory(backupDir);
  const name = freeName(backupDir, request.name);
  const partial = joinPath(backupDir, partialName(name));
  // What an interrupted start has left would make every later start fail.
  removeTreeNow(partial);
  makeDirectory(partial);
  const copy = dataFolder(partial).database;
  database.copyTo(copy);
  withDatabase(copy, { isCopy: true }, eraseNames);
  syncNow(copy);
  writeManifest(partial, request, { kind: 'database', sha256: sha256OfFileNow(copy), files: [], missing: [] });
  moveDurably(partial, joinPath(backupDir, name));
  return name;
}

/** Writes the manifest durably, as the last file of a backup; `sha256`: hash of the copied database. */
function writeManifest(
  partial: string,
  { createdAt, version, isBeforeRestore }: Pick<BackupRequest, 'createdAt' | 'version' | 'isBeforeRestore'>,
  { kind, sha256, files, missing }: Pick<Manifest, 'kind' | 'files' | 'missing'> & { sha256: string },
): Manifest {
  const sizeBytes = fileStats(dataFolder(partial).database)?.sizeBytes ?? 0;
  const manifest: Manifest = {
    product: 'antessala',
    format: 1,
    kind,
    createdAt: new Date(createdAt).toISOString(),
    isBeforeRestore,
    version,
    database: { path: entries.database, sizeBytes, sha256 },
    files,
    missing,
  };
  writeFileDurably(joinPath(partial, manifestName), JSON.stringify(manifest), 0o600);
  return manifest;
}

/** Erases patients' names, and responses that may contain one, from a database copy of any version (contract/README 15.4). */
function eraseNames(copy: Database): void {
  const find = copy.prepare<[string]>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  const erase = (table: string, sql: string) => {
    if (find.get(table)) copy.erase(() => copy.exec(sql));
  };
  erase(
    'calls',
    "UPDATE calls SET label = printf('%*s', length(CAST(label AS BLOB)), ''), is_name = 0 WHERE is_name = 1",
  );
  // Older versions kept the keys in `call_keys` and `schedule_keys`.
  for (const table of ['idempotency_keys', 'call_keys', 'schedule_keys']) erase(table, `DELETE FROM ${table}`);
}

/** Runs `work` on a separate connection. Blocks, so call it in a separate process. */
function withDatabase<T>(
  file: string,
  options: { isReadOnly?: boolean; isCopy?: boolean },
  work: (database: Database) => T,
): T {
  const database = new Database(file, options);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Runs `work` while other connections can read the database but not write to it. */
async function withoutWriters<T>(file: string, work: () => Promise<T>): Promise<T> {
  const database = new Database(file);
  try {
    database.exec('BEGIN IMMEDIATE');
    return await work();
  } finally {
    database.close();
  }
}
