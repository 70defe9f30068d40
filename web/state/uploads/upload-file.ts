/** One file from this computer to an item of the server, whatever happens to the connection on the way. */
import { bytesPerMb } from '../../../src/contract/text/units.ts';
import { CallError, call } from '../../api/client.ts';
import { mutate } from '../resources/resource.ts';
import { type Phase, retryDelay, type UploadItem } from './upload-item.ts';
import type { ResumeMemory } from './resume-memory.ts';
import { Speedometer } from './speedometer.ts';
import { isUnreadable } from './file-store.ts';
import { isConnectionLoss, reasonOf, receivedBytes, sendBytes, type Reservation } from './send-bytes.ts';

export interface UploadContext {
  item: UploadItem<File>;
  memory: ResumeMemory;
  /** Aborted: given up, or nobody is signed in any more. */
  signal: AbortSignal;
  onPhase: (phase: Phase) => void;
  /** Resolves after the time, or earlier: the network is back, somebody is impatient. */
  pause: (ms: number) => Promise<void>;
}

/** A permanent failure, described for people. */
export class UploadError extends Error {
  /** Title of the failure; the message says why, and is the same where the server did not say. */
  readonly title: string;

  constructor(message: string, { cause, title = 'Falha no upload do arquivo' }: { cause: unknown; title?: string }) {
    super(message, { cause });
    this.title = title;
  }

  /** The file itself is the reason: trying again would end the same way. */
  get isFinal(): boolean {
    return this.cause === unreadable || (this.cause instanceof CallError && refusedFileWith.has(this.cause.status));
  }
}

/** Cause of the error about a file that this computer no longer gives. */
const unreadable = 'unreadable';
const refusedFileWith = new Set([413, 415, 422]);

/** Two windows sending the same file take turns in interrupting each other: after this many times one gives in. */
const maxConflicts = 3;
/** Refusals of the bytes themselves: the server has thrown them away. */
const droppedWith = new Set([404, 413, 415, 422, 507]);
const saveEveryBytes = 2 * bytesPerMb;

/** Reserves, sends (or resumes) and registers a file. Returns the id of the new or replaced item. @throws {UploadError} */
export async function uploadFile({ item, memory, signal, onPhase, pause }: UploadContext): Promise<number> {
  const { file } = item;
  // The same file may have been on its way for another purpose.
  const remembered = memory.find(file);
  const earlier = remembered?.replaces?.id === item.replaces?.id ? remembered : undefined;
  let reservation: Reservation | undefined = earlier;
  let sentBytes = earlier?.sentBytes ?? 0;
  /** At the beginning of the attempt. */
  let arrivedBytes = 0;
  let failures = 0;
  let conflicts = 0;
  let knownIds: Set<number> | undefined;
  let hasAskedToReplace = false;

  const { name, displayDuration, useAmbientBackground, replaces } = item;
  // After a sign-out nothing is written any more.
  const keep = ({ key, url }: Reservation) =>
    signal.aborted ||
    memory.keep(file, { key, url, sentBytes, options: { name, displayDuration, useAmbientBackground }, replaces });

  async function attempt(): Promise<number> {
    const offset = reservation && (await receivedBytes(reservation, signal));
    arrivedBytes = offset ?? 0;
    if (reservation && offset === undefined) {
      memory.forget(reservation.key);
      // The answer to the registration may be what got lost.
      if (replaces && hasAskedToReplace) return replaces.id;
      const made = knownIds && (await newItem(item, knownIds));
      if (made !== undefined) return made;
      reservation = undefined;
    }
    reservation ??= await reserve(item);
    await send(reservation, offset ?? 0);
    onPhase({ status: 'confirming' });
    if (replaces) hasAskedToReplace = true;
    else knownIds ??= new Set((await itemsOf(item)).map(({ id }) => id));
    const id = await register(item, reservation);
    memory.forget(reservation.key);
    return id;
  }

  async function send(target: Reservation, from: number): Promise<void> {
    sentBytes = from;
    keep(target);
    if (from >= file.size) return;
    const speed = new Speedometer();
    let saved = from;
    onPhase({ status: 'sending', sentBytes, bytesPerSecond: undefined });
    await sendBytes(file, target, from, {
      signal,
      onProgress: (sent) => {
        if (sent > sentBytes) failures = 0;
        sentBytes = sent;
        speed.add(performance.now(), sent);
        onPhase({ status: 'sending', sentBytes, bytesPerSecond: speed.bytesPerSecond });
        if (sent - saved < saveEveryBytes) return;
        saved = sent;
        keep(target);
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
      if (reservation && error instanceof CallError && droppedWith.has(error.status)) memory.forget(reservation.key);
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

async function reserve({ file, categoryId, replaces }: UploadItem<File>): Promise<Reservation> {
  const { r2Key, uploadUrl } = await call('POST /api/upload-url', {
    body: {
      fileName: file.name,
      fileType: file.type,
      contentType: file.type,
      fileSize: file.size,
      isPlatformVideo: categoryId !== undefined,
      replaces: replaces?.id,
    },
  });
  return { key: r2Key, url: uploadUrl };
}

async function register(item: UploadItem<File>, { key }: Reservation): Promise<number> {
  const { file, kind, categoryId, replaces } = item;
  const invalidates = ['GET /api/videos', 'GET /api/platform-videos', 'GET /api/user/me'] as const;
  try {
    if (replaces) {
      await mutate(
        'POST /api/videos/:id/replace',
        { params: { id: replaces.id }, body: { r2Path: key } },
        { invalidates: [...invalidates, 'GET /api/admin/categories/:id/videos', 'GET /api/admin/failed-videos'] },
      );
      return replaces.id;
    }
    const body = {
      name: item.name.trim(),
      r2Path: key,
      sizeMb: file.size / bytesPerMb,
      mediaType: kind,
      displayDuration: kind === 'image' ? item.displayDuration : null,
      useAmbientBackground: item.useAmbientBackground,
      isPlatformVideo: categoryId !== undefined,
      categoryId: categoryId ?? null,
    };
    const { id } = await mutate('POST /api/videos', { body }, { invalidates });
    return id;
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    const title = 'Falha ao confirmar upload no banco de dados';
    throw new UploadError(reasonOf(error, title), { cause: error, title });
  }
}

const itemsOf = ({ categoryId }: UploadItem) =>
  call(categoryId === undefined ? 'GET /api/videos' : 'GET /api/platform-videos');

/** The item that a registration without answer has made, if it has. */
async function newItem(item: UploadItem, knownIds: ReadonlySet<number>): Promise<number | undefined> {
  return (await itemsOf(item)).find(({ id, name }) => !knownIds.has(id) && name === item.name.trim())?.id;
}
