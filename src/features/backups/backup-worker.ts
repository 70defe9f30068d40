/**
 * Makes one backup in a separate process, so that copying the database and hashing files do not delay screens' polls. If a
 * restore is requested, prepares it first: this takes minutes, and the backup must contain the changes made meanwhile.
 */
import { systemClock } from '../../platform/clock.ts';
import { migrationsDir } from '../../platform/process/assets.ts';
import { serveWorker } from '../../platform/process/workers.ts';
import { dataFolder } from '../../platform/storage/data-folder.ts';
import { BackupError } from './backup-folder.ts';
import { backupName } from './backup-format.ts';
import { prepareRestore } from './restore.ts';
import { type BackupRequest, takeBackup, type TakenBackup } from './take-backup.ts';
import { rehearseMigration } from './update/update-steps.ts';

/** `isExpected`: true if `message` is a sentence for users. `english`: the same for the shell. */
export type BackupMessage =
  | { type: 'done'; backup: TakenBackup }
  | { type: 'failed'; message: string; isExpected: boolean; english: string };

/** `restoreFrom`: path of the backup whose restore is prepared first. */
export type BackupWork = BackupRequest & { restoreFrom?: string | undefined };

serveWorker<BackupWork, BackupMessage>(async (request, send) => {
  try {
    const backup = await takeBackup(
      request.restoreFrom === undefined ? request : await prepare(request, request.restoreFrom),
    );
    send({ type: 'done', backup });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof BackupError;
    send({ type: 'failed', message, isExpected, english: isExpected ? error.english : message });
  }
});

/** Prepares a restore. Returns the request for the backup of the present data, dated after the preparation. */
async function prepare(request: BackupWork, from: string): Promise<BackupRequest> {
  const { dataDir } = request;
  const startedAt = systemClock.monotonic();
  try {
    await prepareRestore({ dataDir, from, migrationsDir, isServerRunning: true });
    // Try the migrations that an older version's backup needs: after the data are exchanged a failure would be too late.
    rehearseMigration(dataFolder(dataFolder(dataDir).restoring).database, systemClock);
  } catch (cause) {
    throw new BackupError(
      'Este backup não pode ser restaurado: está danificado, é de uma versão incompatível, ou falta espaço. Nada mudou; os detalhes estão no registro (log) do servidor.',
      cause instanceof Error ? cause.message : String(cause),
      { cause },
    );
  }
  const createdAt = request.createdAt + Math.round(systemClock.monotonic() - startedAt);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { ...request, createdAt, name: backupName(createdAt, timeZone), isBeforeRestore: true };
}
