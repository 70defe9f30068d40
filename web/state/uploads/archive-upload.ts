/** The upload of an archive to import, which continues while other pages are shown. One at a time. */
import { effect, signal } from '@preact/signals-react';
import { call } from '../../api/client.ts';
import { mutate } from '../resources/resource.ts';
import { signedInId } from '../session.ts';
import { isConnectionLoss, receivedBytes, sendBytes } from './send-bytes.ts';
import { isSending } from './under-way.ts';

export interface ArchiveUpload {
  name: string;
  sizeBytes: number;
  sentBytes: number;
  /** True while the connection is lost. */
  isWaiting: boolean;
}

export const archiveUpload = signal<ArchiveUpload | undefined>(undefined);
let running: AbortController | undefined;

const retryMs = 3_000;

effect(() => {
  if (signedInId.value === undefined) cancelArchive();
});
effect(() => {
  isSending.archive.value = archiveUpload.value !== undefined;
});

/** Stops the upload; what was sent is freed by the server. */
export function cancelArchive(): void {
  running?.abort();
  running = undefined;
  archiveUpload.value = undefined;
}

/** Sends an archive and creates its import. Returns the import's id; undefined when it was cancelled. Throws the server's errors. */
export async function sendArchive(archive: Blob, name: string): Promise<number | undefined> {
  cancelArchive();
  const abort = new AbortController();
  running = abort;
  const { signal: aborted } = abort;
  const show = (change: Partial<ArchiveUpload>) => {
    const current = archiveUpload.peek() ?? { name, sizeBytes: archive.size, sentBytes: 0, isWaiting: false };
    if (!aborted.aborted) archiveUpload.value = { ...current, ...change };
  };
  show({});
  try {
    const body = { fileName: name, fileSize: archive.size, isArchive: true };
    const { r2Key: key, uploadUrl: url } = await call('POST /api/upload-url', { body, signal: aborted });
    const retried = async <T>(attempt: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          aborted.throwIfAborted();
          if (!isConnectionLoss(error)) throw error;
          show({ isWaiting: true });
          await new Promise((resolve) => setTimeout(resolve, retryMs));
        }
      }
    };
    aborted.addEventListener('abort', () => void call('DELETE /api/uploads/:key', { params: { key } }).catch(() => {}));
    await retried(async () => {
      const from = (await receivedBytes({ key, url }, aborted)) ?? 0;
      if (from >= archive.size) return;
      const onProgress = (sentBytes: number) => show({ sentBytes, isWaiting: false });
      await sendBytes(archive, { key, url }, from, { signal: aborted, onProgress });
    });
    const { id } = await retried(() =>
      mutate('POST /api/imports', { body: { r2Path: key, name }, idempotencyKey: key, signal: aborted }),
    );
    return id;
  } catch (error) {
    if (aborted.aborted) return undefined;
    throw error;
  } finally {
    if (running === abort) {
      running = undefined;
      archiveUpload.value = undefined;
    }
  }
}
