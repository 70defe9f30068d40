/** Uploads archives to import, one at a time. An upload continues while other pages are shown, and after connection losses. */
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

/** Stops the upload; the server deletes the bytes that were sent. */
export function cancelArchive(): void {
  running?.abort();
  running = undefined;
  archiveUpload.value = undefined;
}

/** Sends an archive and creates its import. Returns the import's id, or undefined after a cancellation. @throws {CallError} */
export async function sendArchive(archive: Blob, name: string): Promise<number | undefined> {
  cancelArchive();
  const abort = new AbortController();
  running = abort;
  const { signal: abortSignal } = abort;
  const show = (change: Partial<ArchiveUpload>) => {
    const current = archiveUpload.peek() ?? { name, sizeBytes: archive.size, sentBytes: 0, isWaiting: false };
    if (!abortSignal.aborted) archiveUpload.value = { ...current, ...change };
  };
  show({});
  try {
    const body = { fileName: name, fileSize: archive.size, isArchive: true };
    const { r2Key: key, uploadUrl: url } = await call('POST /api/upload-url', { body, signal: abortSignal });
    const withRetries = async <T>(attempt: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          abortSignal.throwIfAborted();
          if (!isConnectionLoss(error)) throw error;
          show({ isWaiting: true });
          await new Promise((resolve) => setTimeout(resolve, retryMs));
        }
      }
    };
    abortSignal.addEventListener(
      'abort',
      () => void call('DELETE /api/uploads/:key', { params: { key } }).catch(() => {}),
    );
    await withRetries(async () => {
      const from = (await receivedBytes({ key, url }, abortSignal)) ?? 0;
      if (from >= archive.size) return;
      const onProgress = (sentBytes: number) => show({ sentBytes, isWaiting: false });
      await sendBytes(archive, { key, url }, from, { signal: abortSignal, onProgress });
    });
    const { id } = await withRetries(() =>
      mutate('POST /api/imports', { body: { r2Path: key, name }, idempotencyKey: key, signal: abortSignal }),
    );
    return id;
  } catch (error) {
    if (abortSignal.aborted) return undefined;
    throw error;
  } finally {
    if (running === abort) {
      running = undefined;
      archiveUpload.value = undefined;
    }
  }
}
