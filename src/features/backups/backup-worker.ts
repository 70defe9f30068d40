/**
 * Makes one backup in a separate process, so that copying the database and hashing files do not delay screens' polls; then
 * prepares a restore, if one is requested.
 */
import { migrationsDir } from '../../platform/process/assets.ts';
import { serveWorker } from '../../platform/process/workers.ts';
import { BackupError } from './backup-folder.ts';
import { prepareRestore } from './restore.ts';
import { type BackupRequest, takeBackup, type TakenBackup } from './take-backup.ts';

/** `isExpected`: `message` is a sentence for users. */
export type BackupMessage =
  | { type: 'done'; backup: TakenBackup }
  | { type: 'failed'; message: string; isExpected: boolean; english: string };

/** `restoreFrom`: path of the backup to prepare. */
export type BackupWork = BackupRequest & { restoreFrom?: string | undefined };

serveWorker<BackupWork, BackupMessage>(async (request, send) => {
  try {
    const backup = await takeBackup(request);
    if (request.restoreFrom !== undefined) await prepare(request.dataDir, request.restoreFrom);
    send({ type: 'done', backup });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof BackupError;
    send({ type: 'failed', message, isExpected, english: isExpected ? error.english : message });
  }
});

async function prepare(dataDir: string, from: string): Promise<void> {
  await prepareRestore({ dataDir, from, migrationsDir }).catch((cause: Error) => {
    throw new BackupError(
      'Este backup não pode ser restaurado: está danificado, é de uma versão mais nova, ou falta espaço. Nada mudou; os detalhes estão no registro (log) do servidor.',
      cause.message,
      { cause },
    );
  });
}
