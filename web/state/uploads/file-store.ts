/**
 * Keeps chosen files over a reload: copies in IndexedDB, by person and window. Where that fails, or they are too many, they are
 * in memory alone, and closing the window is asked about.
 */
import { signal } from '@preact/signals-react';
import { limits } from '../../../src/contract/limits.ts';
import { bytesPerMb } from '../../../src/contract/text/units.ts';

interface Row {
  userId: number;
  windowKey: string;
  identity: string;
  file: File;
  savedAt: number;
}

/** Identities of the files of this window that a reload brings back. */
export const storedFiles = signal<ReadonlyMap<string, number>>(new Map());

const storeName = 'files';
const windowPlace = 'antessala-window';
let database: Promise<IDBDatabase> | undefined;

/** One after the other: what is dropped last is gone at the end. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
  const turn = last.then(work).catch(() => undefined);
  last = turn;
  return turn;
}

/** Takes a copy; not beyond `limits.keptFilesMb`. */
export function storeFile(userId: number, identity: string, file: File): Promise<unknown> {
  return inTurn(async () => {
    const kept = [...keptFiles.peek().values()].reduce((total, size) => total + size, file.size);
    if (kept > limits.keptFilesMb * bytesPerMb) return;
    const row: Row = { userId, windowKey: windowKey(), identity, file, savedAt: Date.now() };
    await run('readwrite', (store) => store.put(row, keyOf(userId, identity)));
    storedFiles.value = new Map(storedFiles.peek()).set(identity, file.size);
  });
}

export function deleteFile(userId: number, identity: string): Promise<unknown> {
  return inTurn(async () => {
    const left = new Map(storedFiles.peek());
    left.delete(identity);
    storedFiles.value = left;
    await run('readwrite', (store) => store.delete(keyOf(userId, identity)));
  });
}

/** Those of windows closed long ago go, whoever chose them. */
export function deleteOldFiles(): Promise<unknown> {
  return inTurn(async () => {
    for await (const { key, row } of rows()) if (isOld(row)) await run('readwrite', (store) => store.delete(key));
  });
}

const isOld = ({ savedAt }: Row) => Date.now() - savedAt > limits.keptFilesMs;

/** Reads the files that this window kept of the person before the reload. */
export async function readFiles(userId: number): Promise<File[]> {
  const found = await inTurn(async () => {
    const files: File[] = [];
    const kept = new Map<string, number>();
    for await (const { row } of rows()) {
      if (isOld(row) || row.userId !== userId || row.windowKey !== windowKey() || (await isUnreadable(row.file)))
        continue;
      files.push(row.file);
      kept.set(row.identity, row.file.size);
    }
    storedFiles.value = kept;
    return files;
  });
  return found ?? [];
}

/** The person signs out. */
export function deleteFilesOf(userId: number): Promise<unknown> {
  storedFiles.value = new Map();
  return inTurn(async () => {
    const keys = await run('readonly', (store) => store.getAllKeys());
    for (const key of keys)
      if (String(key).startsWith(`${userId} `)) await run('readwrite', (store) => store.delete(key));
  });
}

const keyOf = (userId: number, identity: string) => `${userId} ${windowKey()} ${identity}`;

/** Survives a reload, and is another one in another window. */
function windowKey(): string {
  const known = sessionStorage.getItem(windowPlace);
  if (known) return known;
  const key = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join('');
  sessionStorage.setItem(windowPlace, key);
  return key;
}

/** Reads the files one after the other: together they may not fit into the memory. */
async function* rows(): AsyncGenerator<{ key: IDBValidKey; row: Row }> {
  for (const key of await run('readonly', (store) => store.getAllKeys())) {
    const row = (await run('readonly', (store) => store.get(key))) as Row | undefined;
    if (row) yield { key, row };
  }
}

/** True for a file that was changed, moved or deleted since it was chosen: the browser can't read it any more. */
export async function isUnreadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      ({ byteLength }) => byteLength === 0 && file.size > 0,
      () => true,
    );
}

async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  database ??= open();
  // What was refused once may be given later.
  database.catch(() => (database = undefined));
  const transaction = (await database).transaction(storeName, mode);
  const request = ask(transaction.objectStore(storeName));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('aborted'));
  });
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('antessala-uploads', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => {
      // The person cleared the browser's data, say.
      request.result.onclose = () => (database = undefined);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });
}
