/** Uploads one file and creates its item on the server, and continues after connection losses. */
import { bytesPerMb } from '../../../src/contract/text/units.ts';
import { CallError, call } from '../../api/client.ts';
import { mutate } from '../resources/resource.ts';
import { type UploadPhase, retryDelay, type UploadItem } from './upload-item.ts';
import type { ResumeStore } from './resume-store.ts';
import { Speedometer } from './speedometer.ts';
import { isUnreadable } from './file-store.ts';
import { isConnectionLoss, reasonOf, receivedBytes, sendBytes, type Reservation } from './send-bytes.ts';

interface UploadContext {
  item: UploadItem<File>;
  resumeStore: ResumeStore;
  /** Aborted when the upload is discarded or the session ends. */
  signal: AbortSignal;
  onPhase: (phase: UploadPhase) => void;
  /** Resolves after the time, or earlier when the network is back or the user presses "retry". */
  pause: (ms: number) => Promise<void>;
}

/** A failure after which `uploadFile` makes no further attempt, with texts for people. */
export class UploadError extends Error {
  /** Title of the toast. The message is the reason, or equal to the title when the server gave none. */
  readonly title: string;

  constructor(message: string, { cause, title = 'Falha no upload do arquivo' }: { cause: unknown; title?: string }) {
    super(message, { cause });
    this.title = title;
  }

  /** True if the file itself is the reason: another attempt would fail too. */
  get isFinal(): boolean {
    return this.cause === unreadable || (this.cause instanceof CallError && fileRefusedStatuses.has(this.cause.status));
  }
}

/** Cause of the error when this computer can no longer read the file. */
const unreadable = 'unreadable';
const fileRefusedStatuses = new Set([413, 415, 422]);

/** Maximum number of attempts after 409: two windows that send the same file interrupt each other until one of them gives up. */
const maxConflicts = 3;
/** Statuses after which the server has deleted the received bytes. */
const bytesDeletedStatuses = new Set([404, 413, 415, 422, 507]);
/** Number of sent bytes after which the progress is stored again. */
const rememberEveryBytes = 2 * bytesPerMb;

/** Reserves, sends (or resumes) and registers a file. Returns the id of the new or replaced item. @throws {UploadError} */
export async function uploadFile({ item, resumeStore, signal, onPhase, pause }: UploadContext): Promise<number> {
  const { file } = item;
  // An interrupted upload of the same file may have another target.
  const remembered = resumeStore.find(file);
  const resumed = remembered?.replaces?.id === item.replaces?.id ? remembered : undefined;
  let reservation: Reservation | undefined = resumed;
  let sentBytes = resumed?.sentBytes ?? 0;
  /** Number of bytes on the server at the beginning of the attempt. */
  let arrivedBytes = 0;
  let failures = 0;
  let conflicts = 0;
  let isRegistering = false;
  /** The item as a registration before a reload contained it, if one was sent: a repeated registration must be identical. */
  const registered = resumed?.isRegistering ? { ...item, ...resumed.options } : undefined;

  const { name, displayDuration, useAmbientBackground, purpose, replaces } = registered ?? item;
  // Stores nothing once the upload is discarded or the session has ended.
  const remember = ({ key, url }: Reservation) =>
    signal.aborted ||
    resumeStore.keep(file, {
      ...{ key, url, sentBytes, isRegistering, replaces },
      options: { name, displayDuration, useAmbientBackground, purpose },
    });

  async function attempt(): Promise<number> {
    if (reservation && isRegistering) return registerFile(reservation);
    const offset = reservation && (await receivedBytes(reservation, signal));
    arrivedBytes = offset ?? 0;
    if (reservation && offset === undefined) {
      const id =
        registered && reservation === resumed ? await findRegistered(registered, reservation, signal) : undefined;
      resumeStore.forget(reservation.key);
      if (id !== undefined) return id;
      reservation = undefined;
    }
    reservation ??= await reserve(item);
    await send(reservation, offset ?? 0);
    return registerFile(reservation);
  }

  /** Registers the upload. Repeated when the response was lost: the server recognizes the request by its key. */
  async function registerFile(target: Reservation): Promise<number> {
    onPhase({ status: 'confirming' });
    isRegistering = true;
    remember(target);
    const id = await register(registered && target === resumed ? registered : item, target, signal);
    resumeStore.forget(target.key);
    return id;
  }

  async function send(target: Reservation, from: number): Promise<void> {
    sentBytes = from;
    remember(target);
    if (from >= file.size) return;
    const speed = new Speedometer();
    let rememberedBytes = from;
    onPhase({ status: 'sending', sentBytes, bytesPerSecond: undefined });
    await sendBytes(file, target, from, {
      signal,
      onProgress: (sent) => {
        if (sent > sentBytes) failures = 0;
        sentBytes = sent;
        speed.add(performance.now(), sent);
        onPhase({ status: 'sending', sentBytes, bytesPerSecond: speed.bytesPerSecond });
        if (sent - rememberedBytes < rememberEveryBytes) return;
        rememberedBytes = sent;
        remember(target);
      },
    });
  }

  onPhase({ status: 'preparing' });
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UploadError) throw error;
      if (await isUnreadable(file))
        throw new UploadError('O arquivo foi alterado ou removido deste computador. Escolha-o novamente.', {
          cause: unreadable,
        });
      const isConflict = error instanceof CallError && error.status === 409 && ++conflicts <= maxConflicts;
      if (reservation && error instanceof CallError && bytesDeletedStatuses.has(error.status))
        resumeStore.forget(reservation.key);
      if (!isConnectionLoss(error) && !isConflict)
        throw new UploadError(reasonOf(error, 'Falha no upload do arquivo'), { cause: error });
      failures += 1;
      const retryInMs = retryDelay(failures);
      onPhase({ status: 'waiting', sentBytes: arrivedBytes, retryInMs });
      await pause(retryInMs);
      signal.throwIfAborted();
    }
  }
}

async function reserve({ file, categoryId, replaces, purpose }: UploadItem<File>): Promise<Reservation> {
  const { r2Key, uploadUrl } = await call('POST /api/upload-url', {
    body: {
      fileName: file.name,
      fileType: file.type,
      contentType: file.type,
      fileSize: file.size,
      isPlatformVideo: categoryId !== undefined,
      replaces: replaces?.id,
      purpose: replaces ? undefined : purpose,
    },
  });
  return { key: r2Key, url: uploadUrl };
}

/** Statuses for an upload that has expired, or was registered with other options as another item. */
const notRegisteredStatuses = new Set([404, 409]);

/** Repeats the registration of an upload that the server no longer has. Returns the item's id; undefined if it became no item. */
async function findRegistered(
  item: UploadItem<File>,
  target: Reservation,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    return await register(item, target, signal);
  } catch (error) {
    if (
      error instanceof UploadError &&
      error.cause instanceof CallError &&
      notRegisteredStatuses.has(error.cause.status)
    )
      return undefined;
    throw error;
  }
}

/** Creates or replaces an item. The server recognizes a repetition by the upload's key, which nobody else has. */
async function register(item: UploadItem<File>, { key }: Reservation, signal: AbortSignal): Promise<number> {
  const { file, kind, categoryId, replaces } = item;
  try {
    if (replaces) {
      await mutate('POST /api/videos/:id/replace', {
        params: { id: replaces.id },
        body: { r2Path: key, poster: item.poster },
        idempotencyKey: key,
        signal,
      });
      return replaces.id;
    }
    const body = {
      name: item.name.trim(),
      r2Path: key,
      sizeMb: file.size / bytesPerMb,
      mediaType: kind,
      displayDuration: kind === 'image' ? item.displayDuration : null,
      useAmbientBackground: item.useAmbientBackground,
      purpose: item.purpose,
      isPlatformVideo: categoryId !== undefined,
      categoryId: categoryId ?? null,
      validUntil: item.validUntil,
      poster: item.poster,
    };
    const { id } = await mutate('POST /api/videos', { body, idempotencyKey: key, signal });
    return id;
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    const title = 'Falha ao confirmar upload no banco de dados';
    throw new UploadError(reasonOf(error, title), { cause: error, title });
  }
}
