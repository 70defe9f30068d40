/**
 * The upload queue of this window, which goes on while other pages are shown. After a lost session its files wait as drafts for
 * the same person (resume-memory.ts keeps what the server has); signing out forgets both (state/form/drafts.ts).
 */
import { batch, effect, signal } from '@preact/signals-react';
import { limits } from '../../../src/contract/limits.ts';
import { CallError, call } from '../../api/client.ts';
import { saveDraft, draftOf } from '../form/drafts.ts';
import { mutate, peekResource } from '../resources/resource.ts';
import { reloadUser, signedInId } from '../session.ts';
import { toast } from '../toasts.ts';
import { uploadFile, UploadError } from './upload-file.ts';
import { defaultName, type FileKind, identityOf, kindOf, refusalOf } from './chosen-file.ts';
import {
  isBeingInserted,
  isDraft,
  isUnfinished,
  nextOf,
  percentOf,
  type Replaced,
  type Phase,
  type UploadItem,
  type UploadOptions,
} from './upload-item.ts';
import { storedFiles } from './file-store.ts';
import { putIntoPlaylist } from './put-into-playlist.ts';
import { uploadUnderWay, workUnderWay } from './under-way.ts';
import { createResumeMemory, type RememberedUpload } from './resume-memory.ts';

export type Upload = UploadItem<File>;

/** In the order they were chosen. */
export const uploads = signal<readonly Upload[]>([]);
/** Interrupted in an earlier visit: choosing the same file goes on with them. */
export const interrupted = signal<readonly RememberedUpload[]>([]);

let lastId = 0;
let memory: ReturnType<typeof createResumeMemory> | undefined;
const running = new Map<number, { abort: AbortController; retryNow: () => void }>();

const draftName = 'uploads';
let ownerId: number | undefined;

effect(() => {
  const userId = signedInId.value;
  const left = uploads.peek().filter((item) => item.phase.status === 'draft' || isUnfinished(item));
  saveDraft(
    ownerId,
    draftName,
    left.length > 0 ? left.map((item): Upload => ({ ...item, phase: { status: 'draft' } })) : undefined,
  );
  ownerId = userId;
  for (const { abort } of running.values()) abort.abort();
  running.clear();
  memory = userId === undefined ? undefined : createResumeMemory(localStorage, userId, Date.now);
  batch(() => {
    uploads.value = draftOf<Upload[]>(userId, draftName) ?? [];
    saveDraft(userId, draftName, undefined);
    interrupted.value = memory?.list() ?? [];
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
  const isSending = uploads.value.some((item) => isUnfinished(item) || isBeingInserted(item));
  workUnderWay.value = isSending ? 'O envio de arquivos será interrompido.' : undefined;
  // Chosen files of which no copy is kept are gone after a reload.
  const isLost = (item: Upload) => isDraft(item) && !storedFiles.value.has(identityOf(item.file));
  if (!isSending && !uploads.value.some(isLost)) return;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
});

/** Puts files into the queue as drafts, and says so when one is no video and no image. */
export function addFiles(files: readonly File[]): void {
  const present = new Set(
    uploads
      .peek()
      .filter((item) => item.phase.status !== 'done' && item.phase.status !== 'failed')
      .map(({ file }) => identityOf(file)),
  );
  const added: Upload[] = [];
  let hasForeign = false;
  for (const file of files) {
    const kind = kindOf(file);
    if (!kind) hasForeign = true;
    if (!kind || present.has(identityOf(file))) continue;
    present.add(identityOf(file));
    const interruptedTarget = memory?.find(file)?.replaces;
    if (interruptedTarget) {
      replaceFile(interruptedTarget, file);
      continue;
    }
    added.push({ ...newUpload(file, kind, defaultName(file.name)), ...memory?.find(file)?.options });
  }
  if (added.length > 0) uploads.value = [...uploads.peek(), ...added];
  if (hasForeign)
    toast({
      title: 'Formato não suportado',
      description: 'Por favor, selecione um arquivo de vídeo ou imagem.',
      variant: 'destructive',
    });
}

/** Sends a file that takes the place of an item's own. One that is on its way for the same item is given up. */
export function replaceFile(replaces: Replaced, file: File): void {
  const kind = kindOf(file);
  const older = uploads.peek().filter((item) => item.replaces?.id === replaces.id);
  if (!kind || older.some((item) => isUnfinished(item) && identityOf(item.file) === identityOf(file))) return;
  for (const { id } of older) discard(id);
  uploads.value = [
    ...uploads.peek(),
    { ...newUpload(file, kind, replaces.name), replaces, phase: { status: 'queued' } },
  ];
  startNext();
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
    refusal: refusalOf(file, peekResource('GET /api/capabilities')),
    categoryId: undefined,
    phase: { status: 'draft' },
  };
}

/** Changes one upload; its page changes options, destination and target. */
export function edit(id: number, patch: Partial<Upload>): void {
  uploads.value = uploads.peek().map((item) => (item.id === id ? { ...item, ...patch } : item));
}

/** The same options for every draft. */
export function editDrafts(patch: Partial<Omit<UploadOptions, 'name'>>): void {
  uploads.value = uploads.peek().map((item) => (isDraft(item) ? { ...item, ...patch } : item));
}

/**
 * Starts with these drafts, as far as they may be sent. `categoryId`: as platform items; `destination`: each into that playlist
 * once it is registered, else where it was going before. A replacement goes to its item only.
 */
export function sendDrafts(
  drafts: readonly Upload[],
  { categoryId, destination }: Pick<Upload, 'categoryId' | 'destination'>,
): void {
  const wanted = new Set(drafts.map(({ id }) => id));
  uploads.value = uploads.peek().map((item): Upload => {
    if (!isDraft(item) || !wanted.has(item.id)) return item;
    if (item.replaces) return { ...item, phase: { status: 'queued' } };
    const goal = categoryId === undefined ? (destination ?? item.destination) : undefined;
    return { ...item, categoryId, destination: goal, phase: { status: 'queued' } };
  });
  startNext();
}

/** Tries a failed one again. */
export function retry(id: number): void {
  setPhase(id, { status: 'queued' });
  startNext();
}

/** Does not wait any longer for the connection. */
export function retryNow(id: number): void {
  running.get(id)?.retryNow();
}

/** Takes it out of the queue; what was sent is given up, on the server too. A draft's earlier upload stays. */
export function discard(id: number): void {
  const item = uploads.peek().find((each) => each.id === id);
  uploads.value = uploads.peek().filter((each) => each.id !== id);
  running.get(id)?.abort.abort();
  if (item?.phase.status === 'failed') abandon(memory?.find(item.file));
}

/** Gives up what an earlier visit left. */
export function abandon(upload: RememberedUpload | undefined): void {
  if (!upload) return;
  memory?.forget(upload.key);
  interrupted.value = memory?.list() ?? [];
  // Without an answer the reservation ends by itself after an hour.
  call('DELETE /api/uploads/:key', { params: { key: upload.key } }).catch(() => {});
}

/** Takes what is finished off the list. */
export function clearDone(): void {
  uploads.value = uploads.peek().filter(({ phase }) => phase.status !== 'done');
}

/** Into its playlist; again, when that failed. What fails is said at the file, which is in the person's contents all the same. */
export async function place(id: number): Promise<void> {
  const item = uploads.peek().find((each) => each.id === id);
  if (item?.phase.status !== 'done' || !item.destination || isBeingInserted(item)) return;
  const { phase, destination } = item;
  const isHere = () => uploads.peek().some((each) => each.id === id);
  setPhase(id, { ...phase, insertion: { status: 'running' } });
  setPhase(id, { ...phase, insertion: await putIntoPlaylist(phase.videoId, destination.playlist.id, isHere) });
}

/** Their TV says that it shows them. */
export function markShown(ids: readonly number[]): void {
  uploads.value = uploads
    .peek()
    .map((item) =>
      ids.includes(item.id) && item.phase.status === 'done'
        ? { ...item, phase: { ...item.phase, wasShown: true } }
        : item,
    );
}

const setPhase = (id: number, phase: Phase): void => edit(id, { phase });

function startNext(): void {
  const item = nextOf(uploads.peek());
  if (item) void run(item);
}

async function run(item: Upload): Promise<void> {
  const abort = new AbortController();
  const current = { abort, retryNow: () => {} };
  const mine = memory;
  if (!mine) return;
  running.set(item.id, current);
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        window.removeEventListener('online', go);
        abort.signal.removeEventListener('abort', go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      current.retryNow = go;
      window.addEventListener('online', go);
      abort.signal.addEventListener('abort', go);
    });
  try {
    const videoId = await uploadFile({
      item,
      memory: mine,
      signal: abort.signal,
      pause,
      onPhase: (phase) => abort.signal.aborted || setPhase(item.id, phase),
    });
    // Given up in the very moment in which it was made.
    if (abort.signal.aborted) return mine === memory ? await removeAgain(videoId, item) : undefined;
    setPhase(item.id, { status: 'done', videoId });
    void place(item.id);
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
    // Given up by the person; after a sign-out the bytes wait to be continued.
    if (abort.signal.aborted && mine === memory) abandon(mine.find(item.file));
    interrupted.value = memory?.list() ?? [];
    startNext();
  }
}

async function removeAgain(id: number, { categoryId, replaces }: Upload): Promise<void> {
  if (replaces) return abandonReplacement(id);
  const remove = categoryId === undefined ? 'DELETE /api/videos/:id' : 'DELETE /api/admin/platform-videos/:id';
  await mutate(remove, { params: { id } }, { invalidates: afterRemoval });
}

/** Takes back a replacement: the item keeps the bytes it has. @throws {CallError} */
export async function abandonReplacement(id: number): Promise<void> {
  const invalidates = [...afterRemoval, 'GET /api/admin/categories/:id/videos'] as const;
  await mutate('DELETE /api/videos/:id/replacement', { params: { id } }, { invalidates });
}

const afterRemoval = ['GET /api/videos', 'GET /api/platform-videos', 'GET /api/user/me'] as const;

function fail(id: number, error: unknown): void {
  const title = error instanceof UploadError ? error.title : 'Falha no upload do arquivo';
  const reason = error instanceof UploadError ? error.message : title;
  if (error instanceof UploadError && error.cause instanceof CallError && error.cause.status === 401) void reloadUser();
  setPhase(id, { status: 'failed', reason, isFinal: error instanceof UploadError && error.isFinal });
  toast({ title, description: reason === title ? undefined : reason, variant: 'destructive', isBackground: true });
}
