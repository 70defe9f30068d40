/** Takes one backup in a process of its own: copying the database and hashing files hold up no screen's poll. */
import { serveWorker } from '../../platform/process/workers.ts';
import { BackupError } from './backup-folder.ts';
import { type BackupRequest, takeBackup, type TakenBackup } from './take-backup.ts';

/** `isExpected`: the sentence is for people. */
export type BackupMessage =
  | { type: 'done'; taken: TakenBackup }
  | { type: 'failed'; message: string; isExpected: boolean; english: string };

serveWorker<BackupRequest, BackupMessage>(async (request, send) => {
  try {
    send({ type: 'done', taken: await takeBackup(request) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof BackupError;
    send({ type: 'failed', message, isExpected, english: isExpected ? error.english : message });
  }
});
