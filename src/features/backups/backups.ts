/** The running server's backups (features/backups/README): taken by a worker, listed, and sent as an archive. */
import { resolve } from 'node:path';
import type { BackupPlace } from '../../contract/first-steps.ts';
import type { Backups } from '../../contract/tasks.ts';
import type { SizedReply } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { bytesPerMb } from '../../contract/units.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import { freeSpace } from '../../platform/storage/disk-space.ts';
import { fileFacts, folderAbove, joinPath } from '../../platform/storage/files.ts';
import { writeFileDurably } from '../../platform/storage/writing.ts';
import { MigrationError } from '../../platform/storage/migrate.ts';
import { startWorker } from '../../platform/process/workers.ts';
import { tarOf } from '../../platform/storage/tar.ts';
import {
  backupName,
  backupNames,
  isBackupName,
  isSameDisk,
  type Manifest,
  manifestName,
  readManifest,
  sizeOf,
} from './backup-format.ts';
import type { BackupMessage } from './backup-worker.ts';
import { BackupError, isUsableBackupFolder } from './backup-folder.ts';
import { type BackupRequest, backUpDatabase, type TakenBackup } from './take-backup.ts';

export interface BackupsDeps {
  dataDir: string;
  backupDir: string;
  /** By BACKUP_DIR: nobody chooses another one in the browser. */
  isBackupDirGiven?: boolean;
  /** So many stay. */
  keep: number;
  timeZone: string;
  version: string;
  clock: Clock;
}

export type BackupStore = ReturnType<typeof createBackups>;

export function createBackups({ dataDir, keep, timeZone, version, clock, ...given }: BackupsDeps) {
  const { isBackupDirGiven = false } = given;
  /** Somebody may choose another one while the server runs. */
  let { backupDir } = given;
  /** Whole backups never change: read once. Without their long lists of files. */
  const known = new Map<string, Pick<Manifest, 'createdAt' | 'kind' | 'version'> & { sizeBytes: number }>();

  function summaries() {
    const names = backupNames(backupDir);
    for (const name of known.keys()) if (!names.includes(name)) known.delete(name);
    for (const name of names) {
      if (known.has(name)) continue;
      const manifest = readManifest(joinPath(backupDir, name));
      if (manifest)
        known.set(name, {
          createdAt: manifest.createdAt,
          kind: manifest.kind,
          sizeBytes: sizeOf(manifest),
          version: manifest.version,
        });
    }
    return [...known]
      .map(([name, facts]) => ({ name, ...facts }))
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.name.localeCompare(a.name));
  }

  return {
    /**
     * Takes one in a process of its own; stopped by `signal`. Throws BackupError (a sentence for people) or Error, and
     * what is left behind is cleared by the next one.
     */
    async take(signal: AbortSignal): Promise<TakenBackup> {
      let message: BackupMessage | undefined;
      const worker = startWorker<BackupRequest, BackupMessage>('backup-worker', {
        onMessage(received) {
          message = received;
          worker.kill();
        },
      });
      const stop = () => worker.kill();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      worker.send({
        dataDir,
        backupDir,
        name: backupName(clock.now(), timeZone),
        createdAt: clock.now(),
        version,
        keep,
      });
      const exit = await worker.exited;
      signal.removeEventListener('abort', stop);
      if (message?.type === 'done') return message.taken;
      signal.throwIfAborted();
      if (message)
        throw message.isExpected ? new BackupError(message.message, message.english) : new Error(message.message);
      throw new Error(`The backup process ended: ${exit.code ?? exit.signal ?? ''} ${exit.stderr}`.trim());
    },

    /** The database alone, into `before-<migration>`; at the start, before anything else runs. Throws MigrationError: without a copy nothing is changed. */
    beforeMigration(database: Database, migration: string): string {
      try {
        return backUpDatabase(database, {
          backupDir,
          name: `before-${migration.replace(/\.sql$/, '')}`,
          createdAt: clock.now(),
          version,
        });
      } catch (cause) {
        throw new MigrationError(
          `the database must be copied to ${backupDir} before it is changed, and that failed (${cause instanceof Error ? cause.message : String(cause)}).`,
          { cause },
        );
      }
    },

    list: (): Backups => ({
      directory: backupDir,
      isSameDisk: isSameDisk(dataDir, backupDir),
      keep,
      backups: summaries().map((backup) => ({
        name: backup.name,
        createdAt: backup.createdAt,
        kind: backup.kind,
        sizeMb: backup.sizeBytes / bytesPerMb,
        version: backup.version,
      })),
    }),

    isFolderUsable: (): boolean => isUsableBackupFolder(backupDir),

    /** Of the folder that backups go to, or of another one that somebody thinks of. */
    async place(candidate: string = backupDir): Promise<BackupPlace> {
      const directory = resolve(candidate);
      const isUsable = isUsableBackupFolder(directory);
      const space = isUsable
        ? await freeSpace(fileFacts(directory) ? directory : folderAbove(directory)).catch(() => undefined)
        : undefined;
      return {
        directory,
        isGiven: isBackupDirGiven,
        problem: isUsable ? null : placeProblem(directory),
        isSameDisk: isSameDisk(dataDir, directory),
        freeMb: space ? space.freeBytes / bytesPerMb : null,
        totalMb: space ? space.totalBytes / bytesPerMb : null,
      };
    },

    /**
     * From the next backup on, after a restart too: it is written beside the database, which may be lost when it is needed.
     * Throws invalid_input, naming `backupDirectory`, for one that cannot be used, and conflict when BACKUP_DIR names it.
     */
    moveTo(candidate: string): void {
      const directory = resolve(candidate);
      if (directory === backupDir) return;
      if (isBackupDirGiven)
        throw new AppError('conflict', 'A pasta dos backups é definida por BACKUP_DIR no servidor.');
      const isInside = directory === dataDir || `${directory}/`.startsWith(`${dataDir}/`);
      const isOwn = directory === dataFolder(dataDir).backups;
      const problem = !isUsableBackupFolder(directory)
        ? placeProblem(directory)
        : isInside && !isOwn
          ? 'Esta pasta é dos dados do próprio servidor. Escolha outra, de preferência em outro disco.'
          : undefined;
      if (problem !== undefined) throw new AppError('invalid_input', problem, { fields: { backupDirectory: problem } });
      writeFileDurably(dataFolder(dataDir).backupFolder, `${directory}\n`, 0o600);
      backupDir = directory;
    },

    /** Of the newest full backup, whoever took it; milliseconds since 1970, null when there is none. */
    lastAt(): number | null {
      const newest = summaries().find(({ kind }) => kind === 'full');
      return newest ? Date.parse(newest.createdAt) : null;
    },

    /** Throws not_found. */
    archive(name: string): SizedReply {
      const directory = joinPath(backupDir, name);
      const manifest = isBackupName(name) ? readManifest(directory) : undefined;
      if (!manifest) throw new AppError('not_found', 'Este backup não existe mais.');
      return {
        contentType: 'application/x-tar',
        headers: { 'content-disposition': `attachment; filename="antessala-${name}.tar"` },
        ...tarOf(filesIn(name, directory, manifest)),
      };
    },
  };
}

/** Why nothing can be put there. */
function placeProblem(directory: string): string {
  try {
    const facts = fileFacts(directory);
    if (facts)
      return facts.isDirectory ? 'O servidor não pode gravar nesta pasta.' : 'Isto é um arquivo, não uma pasta.';
    return fileFacts(folderAbove(directory))
      ? 'O servidor não pode criar esta pasta.'
      : 'Esta pasta não existe. O disco está conectado?';
  } catch {
    return 'O servidor não pode usar esta pasta.';
  }
}

function filesIn(name: string, directory: string, { createdAt, database, files }: Manifest) {
  const manifestSize = fileFacts(joinPath(directory, manifestName))?.sizeBytes ?? 0;
  return [{ path: manifestName, sizeBytes: manifestSize }, database, ...files].map(({ path, sizeBytes }) => ({
    path: `${name}/${path}`,
    source: joinPath(directory, path),
    sizeBytes,
    changedAt: Date.parse(createdAt),
  }));
}
