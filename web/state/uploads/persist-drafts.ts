/** Keeps the drafts of the upload tab over a reload: the files (file-store.ts), and their names and options (sessionStorage). */
import { effect } from '@preact/signals-react';
import { draftsStorageKey } from '../form/drafts.ts';
import { signedInId } from '../session.ts';
import { identityOf } from './chosen-file.ts';
import { deleteFile, storeFile, readFiles } from './file-store.ts';
import { addFiles, edit, type Upload, uploads } from './queue.ts';
import { isUnfinished, type UploadItem, type UploadOptions } from './upload-item.ts';

/** Data of a file that is stored in sessionStorage. */
type StoredOptions = Pick<UploadItem, keyof UploadOptions | 'destination' | 'replaces' | 'poster' | 'validUntil'>;

/** True for an item that a reload would lose, except a refused file. */
const isLostByReload = (item: Upload) =>
  item.refusal === undefined &&
  (item.phase.status === 'draft' || isUnfinished(item) || (item.phase.status === 'failed' && !item.phase.isFinal));

let isStarted = false;

/** Restores the drafts of the signed-in user after a reload, and stores their changes. */
export function persistDrafts(): void {
  if (isStarted) return;
  isStarted = true;
  effect(() => {
    const userId = signedInId.value;
    if (userId === undefined) return;
    let stop = () => {};
    let hasEnded = false;
    void restore(userId).then(() => {
      if (!hasEnded) stop = storeChanges(userId);
    });
    return () => {
      hasEnded = true;
      stop();
    };
  });
}

async function restore(userId: number): Promise<void> {
  const options = readOptions(userId);
  const files = await readFiles(userId);
  if (signedInId.peek() !== userId || files.length === 0) return;
  const order = Object.keys(options);
  const position = (file: File) => order.indexOf(identityOf(file));
  const alreadyQueued = new Set(uploads.peek().map(({ file }) => identityOf(file)));
  addFiles(
    files.sort((left, right) => position(left) - position(right)),
    (file) => options[identityOf(file)]?.poster,
  );
  for (const { id, file } of uploads.peek()) {
    const storedOptions = options[identityOf(file)];
    if (storedOptions && !alreadyQueued.has(identityOf(file))) edit(id, storedOptions);
  }
}

/** Stores every change of the drafts until the returned function is called. */
function storeChanges(userId: number): () => void {
  let storedIdentities = new Set<string>();
  return effect(() => {
    const drafts = uploads.value.filter(isLostByReload);
    const identities = new Set(drafts.map(({ file }) => identityOf(file)));
    // The queue is emptied when the session ends: keep the stored drafts until the same user signs in again.
    if (signedInId.peek() !== userId) return;
    for (const { file } of drafts)
      if (!storedIdentities.has(identityOf(file))) void storeFile(userId, identityOf(file), file);
    for (const identity of storedIdentities) if (!identities.has(identity)) void deleteFile(userId, identity);
    storedIdentities = identities;
    writeOptions(userId, drafts);
  });
}

function readOptions(userId: number): Record<string, StoredOptions> {
  try {
    return JSON.parse(sessionStorage.getItem(draftsStorageKey(userId)) ?? '{}') as Record<string, StoredOptions>;
  } catch {
    return {};
  }
}

function writeOptions(userId: number, items: readonly Upload[]): void {
  const options = items.map(({ file, name, displayDuration, useAmbientBackground, purpose, ...item }) => {
    const { destination, replaces, poster, validUntil } = item;
    const typedOptions = { name, displayDuration, useAmbientBackground, purpose };
    return [identityOf(file), { ...typedOptions, destination, replaces, poster, validUntil } satisfies StoredOptions];
  });
  try {
    if (options.length > 0)
      sessionStorage.setItem(draftsStorageKey(userId), JSON.stringify(Object.fromEntries(options)));
    else sessionStorage.removeItem(draftsStorageKey(userId));
  } catch {
    // Storage is forbidden: after a reload the files have their default names.
  }
}
