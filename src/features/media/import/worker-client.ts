/** Sends requests to the import worker, one after another. The first request starts the worker's process; `end` ends it. */
import { type WorkerProcess, startWorker } from '../../../platform/process/workers.ts';
import { AppError } from '../../../contract/errors.ts';
import { ArchiveError } from './archive/archive.ts';
import type { ImportMessage, ImportRequest } from './import-worker.ts';

type LastMessage = Exclude<ImportMessage, { type: 'files' | 'refused' | 'stopped' }>;

const timeoutMs = 60 * 60_000;
/** Listing reads little of each file: an archive that takes longer is hostile. */
const inspectTimeoutMs = 5 * 60_000;
const maxMemoryBytes = 768 * 1024 ** 2;

export type ImportWorker = ReturnType<typeof createImportWorker>;

export function createImportWorker() {
  let worker: WorkerProcess<ImportRequest> | undefined;
  let onMessage: (message: ImportMessage) => void = () => {};

  return {
    /**
     * Sends a request, calls `onFiles` with each message but the last, and returns the last. Throws `ArchiveError` if the worker
     * refuses the archive or its process ends, `disk_full`, `quota_exceeded`, and the errors of `onFiles`.
     */
    async ask(
      request: ImportRequest,
      onFiles: (message: Extract<ImportMessage, { type: 'files' }>) => void = () => {},
    ) {
      const current = (worker ??= startWorker<ImportRequest, ImportMessage>('import-worker', {
        ...{ timeoutMs, maxMemoryBytes, maxHeapMb: 384 },
        onMessage: (message) => onMessage(message),
      }));
      const response = new Promise<ImportMessage>((resolve, reject) => {
        onMessage = (message) => {
          if (message.type !== 'files') return resolve(message);
          try {
            onFiles(message);
          } catch (error) {
            // The rest of the response must not reach the next request.
            onMessage = () => {};
            if (worker === current) worker = undefined;
            current.kill();
            reject(error);
          }
        };
      });
      current.send(request, request.kind === 'inspect' ? inspectTimeoutMs : timeoutMs);
      const message = await Promise.race([response, current.exited]);
      if (!('type' in message)) {
        if (worker === current) worker = undefined;
        throw new ArchiveError('Não foi possível ler este arquivo. Gere-o ou envie-o novamente.');
      }
      if (message.type === 'stopped') throw new AppError(message.code);
      if (message.type === 'refused') throw new ArchiveError(message.sentence);
      return message as LastMessage;
    },

    /** Ends the process; a running request throws. */
    async end(): Promise<void> {
      const ending = worker;
      worker = undefined;
      ending?.kill();
      await ending?.exited;
    },
  };
}
