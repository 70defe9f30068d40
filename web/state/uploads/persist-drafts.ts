/** Keeps what is chosen and typed on the upload tab over a reload: the files (file-store.ts), names and options beside them. */
import { effect } from '@preact/signals-react';
import { draftsStorageKey } from '../form/drafts.ts';
import { signedInId } from '../session.ts';
import { identityOf } from './chosen-file.ts';
import { deleteFile, storeFile, readFiles } from './file-store.ts';
import { addFiles, edit, type Upload, uploads } from './queue.ts';
import { isUnfinished, type UploadItem } from './upload-item.ts';

/** Data kept beside a file. */
type Kept = Pick<UploadItem, 'name' | 'displayDuration' | 'useAmbientBackground' | 'destination' | 'replaces'>;

/** True for an item that a reload would lose; a file that was refused is nothing to keep. */
const isWorthKeeping = (item: Upload) =>
  item.refusal === undefined &&
  (item.phase.status === 'draft' || isUnfinished(item) || (item.phase.status === 'failed' && !item.phase.isFinal));

let isKeeping = false;

/** Brings back what the window held before a reload, and keeps what comes, for whoever is signed in. */
export function persistDrafts(): void {
  if (isKeeping) return;
  isKeeping = true;
  effect(() => {
    const userId = signedInId.value;
    if (userId === undefined) return;
    let stop = () => {};
    let isOver = false;
    void bringBack(userId).then(() => {
      if (!isOver) stop = keepInStep(userId);
    });
    return () => {
      isOver = true;
      stop();
    };
  });
}

async function bringBack(userId: number): Promise<void> {
  const options = readOptions(userId);
  const files = await readFiles(userId);
  if (signedInId.peek() !== userId || files.length === 0) return;
  const order = Object.keys(options);
  const place = (file: File) => order.indexOf(identityOf(file));
  const present = new Set(uploads.peek().map(({ file }) => identityOf(file)));
  addFiles(files.sort((left, right) => place(left) - place(right)));
  for (const { id, file } of uploads.peek()) {
    const typed = options[identityOf(file)];
    if (typed && !present.has(identityOf(file))) edit(id, typed);
  }
}

/** Keeps the drafts in step until the returned function is called. */
function keepInStep(userId: number): () => void {
  let kept = new Set<string>();
  return effect(() => {
    const wanted = uploads.value.filter(isWorthKeeping);
    const identities = new Set(wanted.map(({ file }) => identityOf(file)));
    // The queue is emptied when the session ends: what is lost then comes back with the person.
    if (signedInId.peek() !== userId) return;
    for (const { file } of wanted) if (!kept.has(identityOf(file))) void storeFile(userId, identityOf(file), file);
    for (const identity of kept) if (!identities.has(identity)) void deleteFile(userId, identity);
    kept = identities;
    writeOptions(userId, wanted);
  });
}

function readOptions(userId: number): Record<string, Kept> {
  try {
    return JSON.parse(sessionStorage.getItem(draftsStorageKey(userId)) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

function writeOptions(userId: number, items: readonly Upload[]): void {
  const options = items.map(({ file, name, displayDuration, useAmbientBackground, destination, replaces }) => [
    identityOf(file),
    { name, displayDuration, useAmbientBackground, destination, replaces } satisfies Kept,
  ]);
  try {
    if (options.length > 0)
      sessionStorage.setItem(draftsStorageKey(userId), JSON.stringify(Object.fromEntries(options)));
    else sessionStorage.removeItem(draftsStorageKey(userId));
  } catch {
    // The names are then those of the files again.
  }
}
