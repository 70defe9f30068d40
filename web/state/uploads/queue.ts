/**
 * The upload queue of this window, which continues while other pages are shown. When the session is lost, the files become drafts
 * for the same user, and resume-store.ts keeps the unfinished uploads; sign-out deletes both (state/form/drafts.ts).
 */
import { batch, effect, signal } from '@preact/signals-react';
import { limits } from '../../../src/contract/limits.ts';
import type { Poster } from '../../../src/contract/posters.ts';
import { CallError, call } from '../../api/client.ts';
import { saveDraft, draftOf } from '../form/drafts.ts';
import { mutate, peekResource } from '../resources/resource.ts';
import { reloadUser, signedInId } from '../session.ts';
import { toast } from '../toasts.ts';
import { uploadFile, UploadError } from './upload-file.ts';
import { defaultName, type FileKind, identityOf, kindOf, refusalOf, unsupportedText } from './chosen-file.ts';
import {
  isBeingInserted,
  isDraft,
  isUnfinished,
  nextOf,
  percentOf,
  type ReplacedItem,
  type UploadPhase,
  type UploadItem,
  type UploadOptions,
} from './upload-item.ts';
import { storedFiles } from './file-store.ts';
import { savedPurpose } from './saved-purpose.ts';
import { putIntoPlaylist } from './put-into-playlist.ts';
import { isSending, uploadUnderWay } from './under-way.ts';
import { createResumeStore, type StoredUpload } from './resume-store.ts';

export type Upload = UploadItem<File>;

/** All uploads of this window, in the order in which their files were chosen. */
export const uploads = signal<readonly Upload[]>([]);
/** Uploads of an earlier visit that were interrupted. Choosing the same file again continues them. */
export const interruptedUploads = signal<readonly StoredUpload[]>([]);

let lastId = 0;
let resumeStore: ReturnType<typeof createResumeStore> | undefined;
const running = new Map<number, { abort: AbortController; endRetryDelay: () => void }>();

const draftName = 'uploads';
let previousUserId: number | undefined;

// When the signed-in user changes: keeps the unsent files as drafts of the previous user, and restores those of the new user.
effect(() => {
  const userId = signedInId.value;
  const unsent = uploads.peek().filter((item) => item.phase.status === 'draft' || isUnfinished(item));
  saveDraft(
    previousUserId,
    draftName,
    unsent.length > 0 ? unsent.map((item): Upload => ({ ...item, phase: { status: 'draft' } })) : undefined,
  );
  previousUserId = userId;
  for (const { abort } of running.values()) abort.abort();
  running.clear();
  resumeStore = userId === undefined ? undefined : createResumeStore(localStorage, userId, Date.now);
  batch(() => {
    uploads.value = draftOf<Upload[]>(userId, draftName) ?? [];
    saveDraft(userId, draftName, undefined);
    interruptedUploads.value = resumeStore?.list() ?? [];
  });
});

effect(() => {
  const unfinished = uploads.value.filter(isUnfinished);
  const current = unfinished.find(({ phase }) => phase.status !== 'queued') ?? unfinished[0];
  uploadUnderWay.value = current && {
    name: current.name,
    percent: Math.round(percentOf(current)),
    waitingCount: unfinished.length - 1,
  };
});

effect(() => {
  isSending.files.value = uploads.value.some((item) => isUnfinished(item) || isBeingInserted(item));
  // A reload loses chosen files without a stored copy.
  const isLostByReload = (item: Upload) => isDraft(item) && !storedFiles.value.has(identityOf(item.file));
  if (!uploads.value.some(isLostByReload)) return;
  const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', preventUnload);
  return () => window.removeEventListener('beforeunload', preventUnload);
});

/**
 * Adds files to the queue as drafts, and shows a toast if one is neither a video nor an image. A file whose interrupted upload
 * was a replacement is sent at once. `posterOf` returns the fields of a file that was drawn as a poster.
 */
export function addFiles(files: readonly File[], posterOf?: (file: File) => Poster | undefined): void {
  const alreadyQueued = new Set(
    uploads
      .peek()
      .filter((item) => item.phase.status !== 'done' && item.phase.status !== 'failed')
      .map(({ file }) => identityOf(file)),
  );
  const added: Upload[] = [];
  let unsupported: File | undefined;
  for (const file of files) {
    const kind = kindOf(file);
    if (!kind) unsupported ??= file;
    if (!kind || alreadyQueued.has(identityOf(file))) continue;
    alreadyQueued.add(identityOf(file));
    const interruptedTarget = resumeStore?.find(file)?.replaces;
    if (interruptedTarget) {
      replaceFile(interruptedTarget, file, posterOf?.(file));
      continue;
    }
    added.push({ ...newUpload(file, kind, defaultName(file.name)), ...resumeStore?.find(file)?.options });
  }
  if (added.length > 0) uploads.value = [...uploads.peek(), ...added];
  if (unsupported)
    toast({
      title: 'Formato não suportado',
      description: unsupportedText(unsupported),
      variant: 'destructive',
    });
}

/** Sends a file that replaces the file of an item. Discards other uploads for the same item. */
export function replaceFile(replaces: ReplacedItem, file: File, poster?: Poster): void {
  const kind = kindOf(file);
  const older = uploads.peek().filter((item) => item.replaces?.id === replaces.id);
  if (!kind || older.some((item) => isUnfinished(item) && identityOf(item.file) === identityOf(file))) return;
  for (const { id } of older) discard(id);
  uploads.value = [
    ...uploads.peek(),
    { ...newUpload(file, kind, replaces.name), replaces, poster, phase: { status: 'queued' } },
  ];
  startNext();
}

/** Sends a picture that was drawn as a poster; the new item keeps the poster's fields. */
export function sendPoster(
  file: File,
  options: Pick<Upload, 'name' | 'poster' | 'purpose' | 'validUntil'>,
  destination: Upload['destination'],
): void {
  const draft: Upload = { ...newUpload(file, 'image', options.name), ...options };
  uploads.value = [...uploads.peek(), draft];
  sendDrafts([draft], { categoryId: undefined, destination });
}

function newUpload(file: File, kind: FileKind, name: string): Upload {
  lastId += 1;
  return {
    id: lastId,
    file,
    kind,
    name,
    displayDuration: limits.defaultImageSeconds,
    useAmbientBackground: false,
    purpose: savedPurpose(),
    refusal: refusalOf(file, peekResource('GET /api/capabilities')),
    categoryId: undefined,
    phase: { status: 'draft' },
  };
}

/** Changes one upload. */
export function edit(id: number, patch: Partial<Upload>): void {
  uploads.value = uploads.peek().map((item) => (item.id === id ? { ...item, ...patch } : item));
}

/** Changes the options of all drafts. */
export function editDrafts(patch: Partial<Omit<UploadOptions, 'name'>>): void {
  uploads.value = uploads.peek().map((item) => (isDraft(item) ? { ...item, ...patch } : item));
}

/**
 * Sends the drafts, except refused files. With `categoryId` they become platform items. `destination`: the playlist for all of
 * them; if undefined, each file keeps its destination. Replacements ignore `categoryId` and `destination`.
 */
export function sendDrafts(
  drafts: readonly Upload[],
  { categoryId, destination }: Pick<Upload, 'categoryId' | 'destination'>,
): void {
  const draftIds = new Set(drafts.map(({ id }) => id));
  uploads.value = uploads.peek().map((item): Upload => {
    if (!isDraft(item) || !draftIds.has(item.id)) return item;
    if (item.replaces) return { ...item, phase: { status: 'queued' } };
    const newDestination = categoryId === undefined ? (destination ?? item.destination) : undefined;
    return { ...item, categoryId, destination: newDestination, phase: { status: 'queued' } };
  });
  startNext();
}

/** Sends a failed upload again. */
export function retry(id: number): void {
  setPhase(id, { status: 'queued' });
  startNext();
}

/** Ends the delay before the next attempt of a waiting upload. */
export function endRetryDelay(id: number): void {
  running.get(id)?.endRetryDelay();
}

/** Removes an upload from the queue, and from the server the bytes of a running or failed upload, but not those of a draft. */
export function discard(id: number): void {
  const item = uploads.peek().find((each) => each.id === id);
  uploads.value = uploads.peek().filter((each) => each.id !== id);
  running.get(id)?.abort.abort();
  if (item?.phase.status === 'failed') abandon(resumeStore?.find(item.file));
}

/** Forgets an interrupted upload, and removes its bytes from the server. */
export function abandon(upload: StoredUpload | undefined): void {
  if (!upload) return;
  resumeStore?.forget(upload.key);
  interruptedUploads.value = resumeStore?.list() ?? [];
  // When the request fails, the reservation expires after an hour.
  call('DELETE /api/uploads/:key', { params: { key: upload.key } }).catch(() => {});
}

/** Removes finished uploads from the list. */
export function clearDone(): void {
  uploads.value = uploads.peek().filter(({ phase }) => phase.status !== 'done');
}

/** Adds a finished upload to its playlist. A failure is shown at the file, and the function may be called again. */
export async function insertUpload(id: number): Promise<void> {
  const item = uploads.peek().find((each) => each.id === id);
  if (item?.phase.status !== 'done' || !item.destination || isBeingInserted(item)) return;
  const { phase, destination } = item;
  const isQueued = () => uploads.peek().some((each) => each.id === id);
  setPhase(id, { ...phase, insertion: { status: 'running' } });
  setPhase(id, { ...phase, insertion: await putIntoPlaylist(phase.videoId, destination.playlist.id, isQueued) });
}

/** Records that the TVs of these uploads have shown them. */
export function markShown(ids: readonly number[]): void {
  uploads.value = uploads
    .peek()
    .map((item) =>
      ids.includes(item.id) && item.phase.status === 'done'
        ? { ...item, phase: { ...item.phase, wasShown: true } }
        : item,
    );
}

const setPhase = (id: number, phase: UploadPhase): void => edit(id, { phase });

function startNext(): void {
  const item = nextOf(uploads.peek());
  if (item) void run(item);
}

async function run(item: Upload): Promise<void> {
  const abort = new AbortController();
  const current = { abort, endRetryDelay: () => {} };
  const startStore = resumeStore;
  if (!startStore) return;
  running.set(item.id, current);
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        window.removeEventListener('online', resume);
        abort.signal.removeEventListener('abort', resume);
        resolve();
      };
      const timer = setTimeout(resume, ms);
      current.endRetryDelay = resume;
      window.addEventListener('online', resume);
      abort.signal.addEventListener('abort', resume);
    });
  try {
    const videoId = await uploadFile({
      item,
      resumeStore: startStore,
      signal: abort.signal,
      pause,
      onPhase: (phase) => abort.signal.aborted || setPhase(item.id, phase),
    });
    // The upload was discarded while the item was created.
    if (abort.signal.aborted) return startStore === resumeStore ? await removeCreated(videoId, item) : undefined;
    setPhase(item.id, { status: 'done', videoId });
    void insertUpload(item.id);
    toast({
      ...(item.replaces
        ? { title: 'Arquivo em processamento!', description: `Ele entra no lugar do antigo em “${item.name}”.` }
        : { title: 'Arquivo em processamento! Estará em seus conteúdos em alguns minutos.' }),
      isBackground: true,
    });
  } catch (error) {
    if (abort.signal.aborted) return;
    fail(item.id, error);
  } finally {
    if (running.get(item.id) === current) running.delete(item.id);
    // The user has discarded the upload. After a lost session the bytes remain, so that the upload can be resumed.
    if (abort.signal.aborted && startStore === resumeStore) abandon(startStore.find(item.file));
    interruptedUploads.value = resumeStore?.list() ?? [];
    startNext();
  }
}

async function removeCreated(id: number, { categoryId, replaces }: Upload): Promise<void> {
  if (replaces) return abandonReplacement(id);
  const remove = categoryId === undefined ? 'DELETE /api/videos/:id' : 'DELETE /api/admin/platform-videos/:id';
  await mutate(remove, { params: { id } });
}

/** Cancels a replacement: the item keeps its file. @throws {CallError} */
export async function abandonReplacement(id: number): Promise<void> {
  await mutate('DELETE /api/videos/:id/replacement', { params: { id } });
}

function fail(id: number, error: unknown): void {
  const title = error instanceof UploadError ? error.title : 'Falha no upload do arquivo';
  const reason = error instanceof UploadError ? error.message : title;
  if (error instanceof UploadError && error.cause instanceof CallError && error.cause.status === 401) void reloadUser();
  setPhase(id, { status: 'failed', reason, isFinal: error instanceof UploadError && error.isFinal });
  toast({ title, description: reason === title ? undefined : reason, variant: 'destructive', isBackground: true });
}
