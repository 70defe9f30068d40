/** Makes backups of a running server in a separate process, lists them, and sends them as archives (features/backups/README). */
import type { Backups } from '../../contract/tasks.ts';
import type { SizedReply } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { bytesPerMb } from '../../contract/text/units.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { fileStats, joinPath } from '../../platform/storage/files.ts';
import { MigrationError } from '../../platform/storage/migrate.ts';
import { startWorker } from '../../platform/process/workers.ts';
import { tarOf } from '../../platform/storage/tar.ts';
import { backupName, isBackupName, type Manifest, manifestName, readManifest } from './backup-format.ts';
import type { BackupMessage, BackupWork } from './backup-worker.ts';
import { BackupError } from './backup-folder.ts';
import { createBackupLocation } from './backup-location.ts';
import { createFolderHealth } from './folder-health.ts';
import { standbyReport } from './standby/folder.ts';
import { backUpDatabase, type TakenBackup } from './take-backup.ts';

export interface BackupsDeps {
  dataDir: string;
  backupDir: string;
  /** True if BACKUP_DIR is set: the folder cannot be changed in the browser. */
  isBackupDirGiven: boolean;
  /** For this many days, the last backup of each day is kept (`namesToKeep`). */
  keep: number;
  timeZone: string;
  version: string;
  clock: Clock;
}

/** Maximum duration of a backup, so that it ends before the next night's backup. */
const maxHours = 23;

export type BackupService = ReturnType<typeof createBackups>;

export function createBackups(deps: BackupsDeps) {
  const { dataDir, keep, timeZone, version, clock } = deps;
  const location = createBackupLocation(dataDir, deps.backupDir, deps.isBackupDirGiven);
  const folder = createFolderHealth(dataDir, location.directory, clock);

  /** Returns the folder of a backup, and what `find` returns for it. Throws not_found if there is no such backup. */
  function foundOrThrow<Found>(name: string, find: (directory: string) => Found | undefined) {
    const directory = joinPath(location.directory(), name);
    const found = isBackupName(name) ? find(directory) : undefined;
    if (!found) throw new AppError('not_found', 'Este backup não existe mais.');
    return { directory, found };
  }

  return {
    /**
     * Makes a backup of the present data in a separate process, which ends when `signal` is aborted. `restoreFrom`: path of a
     * backup; its restore is prepared first, and no old backup is removed. Throws BackupError (a sentence for users) or Error.
     */
    async take(signal: AbortSignal, restoreFrom?: string): Promise<TakenBackup> {
      let message: BackupMessage | undefined;
      const worker = startWorker<BackupWork, BackupMessage>('backup-worker', {
        timeoutMs: maxHours * 3_600_000,
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
        backupDir: location.directory(),
        name: backupName(clock.now(), timeZone),
        createdAt: clock.now(),
        version,
        keep: restoreFrom === undefined ? keep : undefined,
        restoreFrom,
      });
      const exit = await worker.exited;
      signal.removeEventListener('abort', stop);
      folder.discardRunning();
      if (message?.type === 'done') return message.backup;
      signal.throwIfAborted();
      if (message)
        throw message.isExpected ? new BackupError(message.message, message.english) : new Error(message.message);
      if (exit.ending === 'timeout')
        throw new BackupError(
          `O backup não terminou em ${maxHours} horas. O disco dos backups responde?`,
          `The backup did not end within ${maxHours} hours. Does the disk respond?`,
        );
      throw new Error(`The backup process ended: ${exit.code ?? exit.signal ?? ''} ${exit.stderr}`.trim());
    },

    /** Copies only the database, as backup `before-<migration>`. Blocks: call it before listening. Throws MigrationError. */
    beforeMigration(database: Database, migration: string): string {
      try {
        return backUpDatabase(database, {
          backupDir: location.directory(),
          name: `before-${migration.replace(/\.sql$/, '')}`,
          createdAt: clock.now(),
          version,
        });
      } catch (cause) {
        throw new MigrationError(
          `the database must be copied to ${location.directory()} before it is changed, and that failed (${cause instanceof Error ? cause.message : String(cause)}).`,
          { cause },
        );
      }
    },

    async list(): Promise<Omit<Backups, 'restore'>> {
      const directory = location.directory();
      const { isSameDisk, backups } = await folder.inspect();
      return {
        directory,
        isSameDisk,
        keep,
        backups: backups.map(({ name, createdAt, kind, isBeforeRestore = false, sizeBytes, version: madeBy }) => ({
          ...{ name, createdAt, kind, isBeforeRestore },
          sizeMb: sizeBytes / bytesPerMb,
          version: madeBy,
        })),
      };
    },

    standby: () => standbyReport(dataDir),
    isFolderUsable: async (): Promise<boolean> => (await folder.inspect()).isUsable,
    location,

    /** Returns when the newest full backup was made, in milliseconds since 1970; null if there is none. Includes the shell's. */
    async lastAt(): Promise<number | null> {
      // Ignore a backup from the future, made with a wrong clock: it would hide for years that backups are no longer made.
      const newest = (await folder.inspect()).backups.find(
        ({ kind, createdAt }) => kind === 'full' && Date.parse(createdAt) <= clock.now(),
      );
      return newest ? Date.parse(newest.createdAt) : null;
    },

    /** Returns a backup with media. Throws `not_found`. */
    findWithMediaOrThrow(name: string): { directory: string; createdAt: string } {
      const { directory, found } = foundOrThrow(name, folder.find);
      if (found.kind !== 'full') throw new AppError('not_found', 'Este backup não tem as mídias.');
      return { directory, createdAt: found.createdAt };
    },

    /** Returns a backup as a tar archive. Throws `not_found`. */
    archive(name: string): SizedReply {
      const { directory, found } = foundOrThrow(name, readManifest);
      return {
        contentType: 'application/x-tar',
        headers: { 'content-disposition': `attachment; filename="antessala-${name}.tar"` },
        ...tarOf(filesIn(name, directory, found)),
      };
    },
  };
}

function filesIn(name: string, directory: string, { createdAt, database, files }: Manifest) {
  const manifestSize = fileStats(joinPath(directory, manifestName))?.sizeBytes ?? 0;
  return [{ path: manifestName, sizeBytes: manifestSize }, database, ...files].map(({ path, sizeBytes }) => ({
    path: `${name}/${path}`,
    source: joinPath(directory, path),
    sizeBytes,
    changedAt: Date.parse(createdAt),
  }));
}
