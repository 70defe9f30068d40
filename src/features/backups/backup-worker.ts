/** Makes one backup in a separate process, so that copying the database and hashing files do not delay screens' polls. */
import { serveWorker } from '../../platform/process/workers.ts';
import { BackupError } from './backup-folder.ts';
import { type BackupRequest, takeBackup, type TakenBackup } from './take-backup.ts';

/** `isExpected`: `message` is a sentence for users. */
export type BackupMessage =
  | { type: 'done'; backup: TakenBackup }
  | { type: 'failed'; message: string; isExpected: boolean; english: string };

serveWorker<BackupRequest, BackupMessage>(async (request, send) => {
  try {
    send({ type: 'done', backup: await takeBackup(request) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof BackupError;
    send({ type: 'failed', message, isExpected, english: isExpected ? error.english : message });
  }
});
