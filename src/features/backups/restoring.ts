/**
 * Lets the running server go back to a backup: prepares the backup's files beside the present data, makes a backup of the present
 * data, then restarts the server with the prepared files. Nothing changes before the restart.
 */
import type { Author } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Backups, SinceBackup } from '../../contract/tasks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { TaskFailure } from '../../platform/process/failures.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import type { Database } from '../../platform/storage/database.ts';
import { acquireLock } from '../../platform/storage/folder-lock.ts';
import { removeTree } from '../../platform/storage/writing.ts';
import type { Audit } from '../audit/audit.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { BackupError } from './backup-folder.ts';
import type { BackupService } from './backups.ts';
import { removeEndedAccess } from './ended-access-store.ts';
import { swapPrepared } from './restore.ts';
import { createSinceStore } from './since-store.ts';

/** Note for a server that starts with restored data: the backup that the data come from. */
export interface RestoredNote {
  /** Name and time of the backup. */
  name: string;
  createdAt: string;
  /** Time of the backup that contains the data from before the restore. */
  keptAt: string;
  by: Author;
}

/** Stops the server, calls `swap`, and starts it again with the note. */
export type Restart = (swap: () => void, restored: RestoredNote) => void;

interface RestoringDeps {
  options: { restart?: Restart; restored?: RestoredNote };
  config: { dataDir: string; timeZone: string };
  backups: Pick<BackupService, 'take' | 'findWithMediaOrThrow'>;
  tasks: Pick<Tasks, 'find'>;
  audit: Pick<Audit, 'record'>;
  database: Database;
  clock: Clock;
  log: Log;
}

export type Restoring = ReturnType<typeof createRestoring>;

export function createRestoring({ options, config, backups, tasks, audit, database, clock, log }: RestoringDeps) {
  const { restart, restored } = options;
  const stopController = new AbortController();
  const createdSince = createSinceStore(database);
  let running = Promise.resolve();
  let state: Backups['restore'] = restored
    ? { createdAt: restored.createdAt, step: 'done', keptAt: restored.keptAt, reason: null }
    : null;

  const targetOf = (name: string) => ({ kind: 'settings', id: null, name }) as const;
  if (restored) {
    log.info('went back to a backup', { name: restored.name, keptAt: restored.keptAt });
    audit.record(restored.by, 'system.backup_restored', targetOf(restored.name));
  }

  const swap = () => {
    const folder = dataFolder(config.dataDir);
    const lock = acquireLock(folder.lock);
    try {
      const restoredDatabase = dataFolder(folder.restoring).database;
      // A session that was ended after the backup must not be open again.
      removeEndedAccess(restoredDatabase, folder.database);
      swapPrepared({ ...config, clock });
    } finally {
      lock.release();
    }
  };

  async function run(
    restartServer: Restart,
    name: string,
    restoreFrom: string,
    createdAt: string,
    by: Author,
  ): Promise<void> {
    state = { createdAt, step: 'preparing', keptAt: null, reason: null };
    try {
      // `take` prepares the restore of `restoreFrom` in a worker process, then backs up the present data.
      const presentBackup = await backups.take(stopController.signal, restoreFrom);
      const { createdAt: keptAt } = backups.findWithMediaOrThrow(presentBackup.name);
      state = { createdAt, step: 'starting', keptAt, reason: null };
      log.info('restarting with the data of a backup', { name });
      restartServer(swap, { name, createdAt, keptAt, by });
    } catch (error) {
      log.warn('not restored', { name, error: error instanceof BackupError ? error.english : error });
      const reason =
        error instanceof TaskFailure
          ? error.message
          : 'Erro inesperado. Os detalhes estão no registro (log) do servidor.';
      // The worker leaves its prepared files behind when it is killed, or when the backup of the present data fails.
      await removeTree(dataFolder(config.dataDir).restoring).catch(() => {});
      state = { createdAt, step: 'failed', keptAt: null, reason };
      audit.record(by, 'system.restore_failed', targetOf(name));
    }
  }

  return {
    state: () => state,

    /** Returns how much was created since a backup. Throws `not_found` if there is no such backup with media. */
    since: (name: string): SinceBackup => createdSince(Date.parse(backups.findWithMediaOrThrow(name).createdAt)),

    /** Begins to go back to a backup. Throws `not_found`; `conflict` while a backup or another restore runs, or if this server cannot restart itself. */
    begin(name: string, by: Author): void {
      const { directory, createdAt } = backups.findWithMediaOrThrow(name);
      if (!restart)
        throw new AppError('conflict', 'Este servidor não troca os dados sozinho: pare-o e use o comando restore.');
      if (state?.step === 'preparing' || state?.step === 'starting')
        throw new AppError('conflict', 'O servidor já está voltando para um backup.');
      if (tasks.find('backup').isRunning)
        throw new AppError('conflict', 'Um backup está em andamento. Tente de novo quando ele terminar.');
      audit.record(by, 'system.restore_started', targetOf(name));
      running = run(restart, name, directory, createdAt, by).catch((error: unknown) =>
        log.error('the failed restore is not recorded', { error }),
      );
    },

    /** Aborts a running preparation; resolves when it has ended. */
    async close(): Promise<void> {
      stopController.abort();
      await running;
    },
  };
}
