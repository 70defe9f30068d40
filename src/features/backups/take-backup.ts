/**
 * Takes a backup beside a running server or without one. The database is copied in one read transaction; the files it
 * names are linked or copied afterwards. One that was deleted in between is named no more by a newer copy of the
 * database: so that is taken again until both agree, the last time with writers waiting.
 */
import { dirname } from 'node:path';
import {
  Database,
  DirectoryInUseError,
  holdLock,
  isDatabaseForbidden,
  isDatabaseFull,
} from '../../platform/storage/database.ts';
import {
  fileFacts,
  isDiskFull,
  isForbidden,
  joinPath,
  listDirectory,
  listTree,
  makeDirectory,
  makeNewDirectory,
  moveDurably,
  removeFile,
  removeTree,
  renameAway,
  sha256OfFile,
  sha256OfFileNow,
  syncNow,
  writeFileDurably,
} from '../../platform/storage/files.ts';
import { TaskFailure } from '../../platform/process/failures.ts';
import { createCollector } from './backup-files.ts';
import {
  besides,
  databaseName,
  filesNamedBy,
  freeName,
  isBackupName,
  listBackups,
  type Manifest,
  manifestName,
  type NamedFile,
  sizeOf,
} from './backup-format.ts';

/** Why there is no backup; the sentence is for people. */
export class BackupError extends TaskFailure {}

export interface BackupJob {
  dataDir: string;
  backupDir: string;
  name: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  version: string;
  /** So many full backups stay; all of them without it. */
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

/** So many database copies of upgrades stay. */
const keptUpgrades = 3;
/** So often is the database copied before writers have to wait. */
const patientCopies = 3;

/**
 * Throws BackupError when another one is being taken, the disk is full, or the folder is not there or not for this user;
 * DatabaseCorruptError when the database is damaged.
 */
export async function takeBackup(job: BackupJob): Promise<TakenBackup> {
  const { backupDir } = job;
  makeBackupDirectory(backupDir);
  const lock = hold(joinPath(backupDir, '.lock'));
  let partial: string | undefined;
  try {
    for (const name of listDirectory(backupDir))
      if (isLeftover(name)) await removeTree(joinPath(backupDir, name)).catch(ignoreForbidden);
    const name = freeName(backupDir, job.name);
    partial = joinPath(backupDir, `${name}.partial`);
    makeNewDirectory(partial);
    const taken = await fill(job, name, partial);
    moveDurably(partial, joinPath(backupDir, name));
    await rotate(backupDir, job.keep, name);
    return taken;
  } catch (error) {
    if (partial) await removeTree(partial).catch(() => {});
    if (isDiskFull(error) || isDatabaseFull(error))
      throw new BackupError('Não há espaço em disco para o backup.', { cause: error });
    throw asForbidden(error, backupDir);
  } finally {
    lock.release();
  }
}

async function fill(job: BackupJob, name: string, partial: string): Promise<TakenBackup> {
  const { dataDir, backupDir } = job;
  const source = joinPath(dataDir, databaseName);
  const copy = joinPath(partial, databaseName);
  const last = listBackups(backupDir).find(({ manifest }) => manifest.kind === 'full');
  const collector = createCollector({
    dataDir,
    target: partial,
    previous: last && { directory: joinPath(backupDir, last.name), manifest: last.manifest },
  });

  /** Answers what the copied database names, and which of it the disk had no more. */
  async function copyAll(): Promise<{ named: NamedFile[]; lost: string[] }> {
    await removeFile(copy);
    withDatabase(source, { isReadOnly: false }, (database) => database.copyTo(copy));
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
  const manifest: Manifest = {
    product: 'antessala',
    format: 1,
    kind: 'full',
    createdAt: new Date(job.createdAt).toISOString(),
    version: job.version,
    database: { path: databaseName, sizeBytes: fileFacts(copy)?.sizeBytes ?? 0, sha256: await sha256OfFile(copy) },
    files,
    missing,
  };
  writeFileDurably(joinPath(partial, manifestName), JSON.stringify(manifest), 0o600);
  return { name, sizeBytes: sizeOf(manifest), fileCount: files.length, newCount, missing };
}

/**
 * The database alone, before a migration changes it: while nothing else runs. Answers the name. Throws what the disk
 * throws.
 */
export function backUpDatabase(
  database: Database,
  { backupDir, name: wantedName, createdAt, version }: Omit<BackupJob, 'dataDir' | 'keep'>,
): string {
  makeBackupDirectory(backupDir);
  const name = freeName(backupDir, wantedName);
  const partial = joinPath(backupDir, `${name}.partial`);
  makeDirectory(partial);
  const copy = joinPath(partial, databaseName);
  database.copyTo(copy);
  syncNow(copy);
  const manifest: Manifest = {
    product: 'antessala',
    format: 1,
    kind: 'database',
    createdAt: new Date(createdAt).toISOString(),
    version,
    database: { path: databaseName, sizeBytes: fileFacts(copy)?.sizeBytes ?? 0, sha256: sha256OfFileNow(copy) },
    files: [],
    missing: [],
  };
  writeFileDurably(joinPath(partial, manifestName), JSON.stringify(manifest), 0o600);
  moveDurably(partial, joinPath(backupDir, name));
  return name;
}

/** Its parents must exist: what should be on a disk that is not connected must not go to another one. */
function makeBackupDirectory(backupDir: string): void {
  const parent = fileFacts(dirname(backupDir));
  if (!parent) throw new BackupError(`A pasta ${dirname(backupDir)} não existe. O disco dos backups está conectado?`);
  try {
    makeNewDirectory(backupDir);
  } catch (error) {
    throw asForbidden(error, backupDir);
  }
  if (!fileFacts(backupDir)?.isDirectory) throw new BackupError(`${backupDir} é um arquivo, não uma pasta.`);
}

/** A BackupError for what this user may not do. */
function asForbidden(error: unknown, backupDir: string): unknown {
  if (!isForbidden(error) && !isDatabaseForbidden(error)) return error;
  const path = error instanceof Error && 'path' in error ? String(error.path) : backupDir;
  return new BackupError(`Sem permissão para o backup: ${path} não pode ser usado por este usuário.`, { cause: error });
}

/** What another user left behind must not keep backups from being taken. */
function ignoreForbidden(error: unknown): void {
  if (!isForbidden(error)) throw error;
}

function hold(file: string): { release(): void } {
  try {
    return holdLock(file);
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw asForbidden(error, dirname(file));
    throw new BackupError('Outro backup está em andamento.', { cause: error });
  }
}

/** Runs `use` on a database of its own. Blocks: for a process of its own. */
function withDatabase<T>(file: string, options: { isReadOnly: boolean }, use: (database: Database) => T): T {
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

function filesBeside(dataDir: string): string[] {
  return besides.flatMap((entry) => {
    const facts = fileFacts(joinPath(dataDir, entry));
    if (!facts) return [];
    return facts.isDirectory ? listTree(joinPath(dataDir, entry)).map((below) => `${entry}/${below}`) : [entry];
  });
}

const isLeftover = (name: string) => /\.(partial|removing)$/.test(name) && isBackupName(name.replace(/\.\w+$/, ''));

/** The one just taken stays, even when the clock says that it is the oldest. */
async function rotate(backupDir: string, keep: number | undefined, justTaken: string): Promise<void> {
  if (keep === undefined) return;
  const backups = listBackups(backupDir).filter(({ name }) => name !== justTaken);
  const of = (kind: Manifest['kind']) => backups.filter(({ manifest }) => manifest.kind === kind);
  for (const { name } of [...of('full').slice(keep - 1), ...of('database').slice(keptUpgrades)]) {
    const leaving = joinPath(backupDir, `${name}.removing`);
    try {
      renameAway(joinPath(backupDir, name), leaving);
    } catch (error) {
      ignoreForbidden(error);
    }
    await removeTree(leaving).catch(ignoreForbidden);
  }
}
