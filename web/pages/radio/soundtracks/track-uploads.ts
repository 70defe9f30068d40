/** Sends the music files chosen in this window one after the other, also while another page is shown. */
import { effect, signal } from '@preact/signals-react';
import { call } from '../../../api/client.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { signedInId } from '../../../state/session.ts';
import { defaultName } from '../../../state/uploads/chosen-file.ts';
import { isConnectionLoss, reasonOf, receivedBytes, sendBytes } from '../../../state/uploads/send-bytes.ts';
import { isSending } from '../../../state/uploads/under-way.ts';

export interface TrackUpload {
  key: number;
  soundtrackId: number;
  name: string;
  file: File;
  /** Sent share in percent. */
  percent: number;
  /** Error text of a failed upload. */
  problem?: string;
}

/** Waiting, running and failed uploads. */
export const trackUploads = signal<readonly TrackUpload[]>([]);

/** Pauses in ms before each retry after a lost connection. If the last retry fails, the upload has failed. */
const pausesMs = [1_000, 3_000, 10_000, 30_000];
let nextKey = 1;
/** The upload that is sent now. */
let running: { key: number; abort: AbortController } | undefined;

effect(() => {
  // When another user signs in, or the user signs out, discard the files: they belong to the user who chose them.
  if (signedInId.value !== undefined && trackUploads.peek().length === 0) return;
  running?.abort.abort();
  trackUploads.value = [];
});
effect(() => {
  isSending.tracks.value = trackUploads.value.some(({ problem }) => problem === undefined);
});

function update(key: number, changes: Partial<TrackUpload>): void {
  trackUploads.value = trackUploads.value.map((each) => (each.key === key ? { ...each, ...changes } : each));
}

/** Removes an upload from the queue, and stops it. */
export function dismissUpload(key: number): void {
  if (running?.key === key) running.abort.abort();
  trackUploads.value = trackUploads.value.filter((each) => each.key !== key);
}

/** Queues files for a soundtrack. */
export function uploadTracks(soundtrackId: number, files: readonly File[]): void {
  const added = files.map((file) => {
    const name = defaultName(file.name);
    return { key: nextKey++, soundtrackId, name, file, percent: 0 };
  });
  trackUploads.value = [...trackUploads.value, ...added];
  void sendAll();
}

/** Sends a failed upload again. */
export function retryUpload(key: number): void {
  update(key, { problem: undefined, percent: 0 });
  void sendAll();
}

async function sendAll(): Promise<void> {
  if (running) return;
  for (;;) {
    const next = trackUploads.value.find(({ problem }) => problem === undefined);
    if (!next) break;
    running = { key: next.key, abort: new AbortController() };
    try {
      await send(next, running.abort.signal);
      running = undefined;
      dismissUpload(next.key);
    } catch (error) {
      update(next.key, { problem: reasonOf(error, 'Não foi possível enviar esta música.') });
    }
  }
  running = undefined;
}

async function send({ key, soundtrackId, name, file }: TrackUpload, signal: AbortSignal): Promise<void> {
  const body = { fileName: file.name, contentType: file.type, fileSize: file.size, isTrack: true };
  const { r2Key, uploadUrl } = await call('POST /api/upload-url', { body, signal });
  const reservation = { key: r2Key, url: uploadUrl };
  signal.addEventListener('abort', () => {
    void call('DELETE /api/uploads/:key', { params: { key: r2Key } }).catch(() => {});
  });
  const onProgress = (bytes: number) => update(key, { percent: (bytes / file.size) * 100 });
  for (let attempt = 0, offset = 0; offset < file.size; attempt += 1) {
    try {
      await sendBytes(file, reservation, offset, { signal, onProgress });
      break;
    } catch (error) {
      signal.throwIfAborted();
      const pauseMs = pausesMs[attempt];
      if (!isConnectionLoss(error) || pauseMs === undefined) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs);
        // The next file must not wait for a dismissed one.
        signal.addEventListener('abort', resolve);
      });
      signal.throwIfAborted();
      offset = (await receivedBytes(reservation, signal).catch(() => offset)) ?? 0;
    }
  }
  await mutate('POST /api/soundtracks/:id/tracks', {
    params: { id: soundtrackId },
    body: { name, r2Path: r2Key },
    idempotencyKey: r2Key,
    signal,
  });
}
