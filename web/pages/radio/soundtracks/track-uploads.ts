/** Sends music of this window, one file after the other; it continues while another page is shown. */
import { signal } from '@preact/signals-react';
import { call } from '../../../api/client.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { defaultName } from '../../../state/uploads/chosen-file.ts';
import { isConnectionLoss, reasonOf, receivedBytes, sendBytes } from '../../../state/uploads/send-bytes.ts';
import { workUnderWay } from '../../../state/uploads/under-way.ts';

export interface TrackUpload {
  key: number;
  soundtrackId: number;
  name: string;
  file: File;
  /** Sent share in percent. */
  percent: number;
  /** Set when it failed. */
  problem?: string;
}

export const trackUploads = signal<readonly TrackUpload[]>([]);

/** Pauses after lost connections; afterwards the upload fails. */
const pausesMs = [1_000, 3_000, 10_000, 30_000];
let nextKey = 1;
let isSending = false;

function update(key: number, changes: Partial<TrackUpload>): void {
  trackUploads.value = trackUploads.value.map((each) => (each.key === key ? { ...each, ...changes } : each));
}

export function dismissUpload(key: number): void {
  trackUploads.value = trackUploads.value.filter((each) => each.key !== key);
}

/** Queues files for a soundtrack. */
export function uploadTracks(soundtrackId: number, files: readonly File[]): void {
  const added = files.map((file) => ({
    ...{ key: nextKey++, soundtrackId, file, percent: 0 },
    name: defaultName(file.name),
  }));
  trackUploads.value = [...trackUploads.value, ...added];
  void sendAll();
}

const preventUnload = (event: Event) => event.preventDefault();

async function sendAll(): Promise<void> {
  if (isSending) return;
  isSending = true;
  workUnderWay.value = 'O envio de músicas será interrompido.';
  window.addEventListener('beforeunload', preventUnload);
  for (;;) {
    const next = trackUploads.value.find(({ problem }) => problem === undefined);
    if (!next) break;
    try {
      await send(next);
      dismissUpload(next.key);
    } catch (error) {
      update(next.key, { problem: reasonOf(error, 'Não foi possível enviar esta música.') });
    }
  }
  window.removeEventListener('beforeunload', preventUnload);
  workUnderWay.value = undefined;
  isSending = false;
}

async function send({ key, soundtrackId, name, file }: TrackUpload): Promise<void> {
  const body = { fileName: file.name, contentType: file.type, fileSize: file.size, isTrack: true };
  const { r2Key, uploadUrl } = await call('POST /api/upload-url', { body });
  const reservation = { key: r2Key, url: uploadUrl };
  const { signal: never } = new AbortController();
  const onProgress = (bytes: number) => update(key, { percent: (bytes / file.size) * 100 });
  for (let attempt = 0, offset = 0; offset < file.size; attempt += 1) {
    try {
      await sendBytes(file, reservation, offset, { signal: never, onProgress });
      break;
    } catch (error) {
      const pauseMs = pausesMs[attempt];
      if (!isConnectionLoss(error) || pauseMs === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      offset = (await receivedBytes(reservation, never).catch(() => offset)) ?? 0;
    }
  }
  await mutate('POST /api/soundtracks/:id/tracks', {
    params: { id: soundtrackId },
    body: { name, r2Path: r2Key },
    idempotencyKey: r2Key,
  });
}
