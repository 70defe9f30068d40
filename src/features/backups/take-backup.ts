/**
 * Takes a backup beside a running server or without one. The database is copied in one read transaction; the files it
 * names are linked or copied afterwards. One that was deleted in between is named no more by a newer copy of the
 * database: so that is taken again until both agree, the last time with writers waiting.
 */
import { dataFolder, entries } from '../../platform/storage/data-folder.ts';
import { Database, isDatabaseFull } from '../../platform/storage/database.ts';
import { isDiskFull } from '../../platform/storage/file-errors.ts';
import { fileFacts, joinPath, listTree, sha256OfFile, sha256OfFileNow } from '../../platform/storage/files.ts';
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
  asForbidden,
  BackupError,
  clearLeftovers,
  holdBackupDirectory,
  makeBackupDirectory,
  rotate,
} from './backup-folder.ts';
import {
  besides,
  freeName,
  isBackupPath,
  listBackups,
  type Manifest,
  manifestName,
  partialName,
  sizeOf,
} from './backup-format.ts';
import { filesNamedBy, type NamedFile } from './named-files-store.ts';

export interface BackupRequest {
  dataDir: string;
  backupDir: string;
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  version: string;
  /** Number of full backups to keep; all of them without it. */
  keep?: number | undefined;
}

export interface TakenBackup {
  name: string;
  sizeBytes: number;
  fileCount: number;
  /** Files that no earlier backup had. */
  newCount: number;
  missing: string[];
}

/** Maximum number of database copies before writers have to wait. */
const patientCopies = 3;

/** Throws BackupError (another one runs, disk full, folder missing or forbidden) and DatabaseCorruptError. */
export async function takeBackup(request: BackupRequest): Promise<TakenBackup> {
  const { backupDir } = request;
  makeBackupDirectory(backupDir);
  const lock = holdBackupDirectory(backupDir);
  let partial: string | undefined;
  try {
    await clearLeftovers(backupDir);
    const name = freeName(backupDir, request.name);
    partial = joinPath(backupDir, partialName(name));
    makeNewDirectory(partial);
    const taken = await fill(request, name, partial);
    moveDurably(partial, joinPath(backupDir, name));
    await rotate(backupDir, request.keep, name);
    return taken;
  } catch (error) {
    if (partial) await removeTree(partial).catch(() => {});
    if (isDiskFull(error) || isDatabaseFull(error))
      throw new BackupError('Não há espaço em disco para o backup.', 'The disk has no room for the backup.', {
        cause: error,
      });
    throw asForbidden(error, backupDir);
  } finally {
    lock.release();
  }
}

async function fill(request: BackupRequest, name: string, partial: string): Promise<TakenBackup> {
  const { dataDir, backupDir } = request;
  const source = dataFolder(dataDir).database;
  const copy = dataFolder(partial).database;
  const last = listBackups(backupDir).find(({ manifest }) => manifest.kind === 'full');
  const previous = last && { directory: joinPath(backupDir, last.name), manifest: last.manifest };
  const collector = createCollector(dataDir, partial, previous);

  /** Returns what the copied database names, and which of it the disk had no more. */
  async function copyAll(): Promise<{ named: NamedFile[]; lost: string[] }> {
    await removeFile(copy);
    withDatabase(source, { isReadOnly: false }, (database) => database.copyTo(copy));
    withDatabase(copy, { isCopy: true }, forgetNames);
    const named = withDatabase(copy, { isReadOnly: true }, filesNamedBy);
    const lost: string[] = [];
    for (const { path } of named) if (!(await collector.fetch(path))) lost.push(path);
    return { named, lost };
  }

  let { named, lost } = await copyAll();
  for (let more = 1; lost.length > 0 && more < patientCopies; more += 1) ({ named, lost } = await copyAll());
  // Where contents go faster than that, or a file is truly lost: nothing can be deleted while nobody may write.
  if (lost.length > 0) ({ named, lost } = await withoutWriters(source, copyAll));

  const beside = filesBeside(dataDir);
  for (const path of beside) await collector.copy(path);
  const { files, newCount, damaged } = await collector.verify([
    ...named,
    ...beside.map((path) => ({ path, sizeBytes: null, sha256: null })),
  ]);
  withDatabase(copy, { isReadOnly: true }, (database) => database.checkIntegrity({ isThorough: true }));
  syncNow(copy);
  collector.sync();
  const missing = [...lost, ...damaged];
  const manifest = writeManifest(partial, request, { kind: 'full', sha256: await sha256OfFile(copy), files, missing });
  return { name, sizeBytes: sizeOf(manifest), fileCount: files.length, newCount, missing };
}

/** Copies the database alone, while nothing else runs, before a migration. Returns the name; throws file errors. */
export function backUpDatabase(database: Database, request: Omit<BackupRequest, 'dataDir' | 'keep'>): string {
  const { backupDir } = request;
  makeBackupDirectory(backupDir);
  const name = freeName(backupDir, request.name);
  const partial = joinPath(backupDir, partialName(name));
  // What a start that was cut off left here would be in the way of every further one.
  removeTreeNow(partial);
  makeDirectory(partial);
  const copy = dataFolder(partial).database;
  database.copyTo(copy);
  withDatabase(copy, { isCopy: true }, forgetNames);
  syncNow(copy);
  writeManifest(partial, request, { kind: 'database', sha256: sha256OfFileNow(copy), files: [], missing: [] });
  moveDurably(partial, joinPath(backupDir, name));
  return name;
}

/** The last thing a backup gets before its name; `sha256` is the copied database's. Durable. */
function writeManifest(
  partial: string,
  { createdAt, version }: Pick<BackupRequest, 'createdAt' | 'version'>,
  { kind, sha256, files, missing }: Pick<Manifest, 'kind' | 'files' | 'missing'> & { sha256: string },
): Manifest {
  const sizeBytes = fileFacts(dataFolder(partial).database)?.sizeBytes ?? 0;
  const manifest: Manifest = {
    product: 'antessala',
    format: 1,
    kind,
    createdAt: new Date(createdAt).toISOString(),
    version,
    database: { path: entries.database, sizeBytes, sha256 },
    files,
    missing,
  };
  writeFileDurably(joinPath(partial, manifestName), JSON.stringify(manifest), 0o600);
  return manifest;
}

/** Erases patients' names, and stored responses that may contain one, from a copy of the database of any version (contract/README 15.4). */
function forgetNames(copy: Database): void {
  const find = copy.prepare<[string]>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  const erase = (table: string, sql: string) => {
    if (find.get(table)) copy.erase(() => copy.exec(sql));
  };
  erase(
    'calls',
    "UPDATE calls SET label = printf('%*s', length(CAST(label AS BLOB)), ''), is_name = 0 WHERE is_name = 1",
  );
  erase('idempotency_keys', 'DELETE FROM idempotency_keys');
}

/** Runs `use` on a database of its own. Blocks: for a process of its own. */
function withDatabase<T>(
  file: string,
  options: { isReadOnly?: boolean; isCopy?: boolean },
  use: (database: Database) => T,
): T {
  const database = new Database(file, options);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Runs `work` while others can read the database but not write. */
async function withoutWriters<T>(file: string, work: () => Promise<T>): Promise<T> {
  const database = new Database(file);
  try {
    database.exec('BEGIN IMMEDIATE');
    return await work();
  } finally {
    database.close();
  }
}

/** Returns the extra files whose names a manifest can hold: everything that the server writes there is so called. */
function filesBeside(dataDir: string): string[] {
  const found = besides.flatMap((entry) => {
    const facts = fileFacts(joinPath(dataDir, entry));
    if (!facts) return [];
    return facts.isDirectory ? listTree(joinPath(dataDir, entry)).map((below) => `${entry}/${below}`) : [entry];
  });
  return found.filter(isBackupPath);
}
