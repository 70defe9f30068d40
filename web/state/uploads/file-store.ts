/**
 * Stores copies of chosen files in IndexedDB, by user and window, so that they survive a reload. When storing fails, or the files
 * are too large, they are in memory only, and the browser asks before it closes the window.
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

/** Sizes in bytes of this window's stored files, by `identityOf`. */
export const storedFiles = signal<ReadonlyMap<string, number>>(new Map());

const storeName = 'files';
const windowStorageKey = 'antessala-window';
let database: Promise<IDBDatabase> | undefined;

/** The last operation. Operations run one after the other, so that no file is deleted before it was stored. */
let lastOperation: Promise<unknown> = Promise.resolve();
function inSequence<T>(work: () => Promise<T>): Promise<T | undefined> {
  const operation = lastOperation.then(work).catch(() => undefined);
  lastOperation = operation;
  return operation;
}

/** Stores a copy of the file, unless all stored files together would exceed `limits.keptFilesMb`. */
export function storeFile(userId: number, identity: string, file: File): Promise<unknown> {
  return inSequence(async () => {
    const totalBytes = [...storedFiles.peek().values()].reduce((total, size) => total + size, file.size);
    if (totalBytes > limits.keptFilesMb * bytesPerMb) return;
    const row: Row = { userId, windowKey: windowKey(), identity, file, savedAt: Date.now() };
    await run('readwrite', (store) => store.put(row, keyOf(userId, identity)));
    storedFiles.value = new Map(storedFiles.peek()).set(identity, file.size);
  });
}

export function deleteFile(userId: number, identity: string): Promise<unknown> {
  return inSequence(async () => {
    const remaining = new Map(storedFiles.peek());
    remaining.delete(identity);
    storedFiles.value = remaining;
    await run('readwrite', (store) => store.delete(keyOf(userId, identity)));
  });
}

/** Deletes all users' files that are older than `limits.keptFilesMs`: the windows that stored them were closed long ago. */
export function deleteOldFiles(): Promise<unknown> {
  return inSequence(async () => {
    for await (const { key, row } of rows()) if (isOld(row)) await run('readwrite', (store) => store.delete(key));
  });
}

const isOld = ({ savedAt }: Row) => Date.now() - savedAt > limits.keptFilesMs;

/** Returns the files that this window stored for the user before the reload. */
export async function readFiles(userId: number): Promise<File[]> {
  const found = await inSequence(async () => {
    const files: File[] = [];
    const sizes = new Map<string, number>();
    for await (const { row } of rows()) {
      if (isOld(row) || row.userId !== userId || row.windowKey !== windowKey() || (await isUnreadable(row.file)))
        continue;
      files.push(row.file);
      sizes.set(row.identity, row.file.size);
    }
    storedFiles.value = sizes;
    return files;
  });
  return found ?? [];
}

/** Deletes the files of a user in all windows, at sign-out. */
export function deleteFilesOf(userId: number): Promise<unknown> {
  storedFiles.value = new Map();
  return inSequence(async () => {
    const keys = await run('readonly', (store) => store.getAllKeys());
    for (const key of keys)
      if (String(key).startsWith(`${userId} `)) await run('readwrite', (store) => store.delete(key));
  });
}

const keyOf = (userId: number, identity: string) => `${userId} ${windowKey()} ${identity}`;

/** Returns a key of this window. It survives a reload, and differs between windows. */
function windowKey(): string {
  const existing = sessionStorage.getItem(windowStorageKey);
  if (existing) return existing;
  const key = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join('');
  sessionStorage.setItem(windowStorageKey, key);
  return key;
}

/** Yields the stored rows one after the other: all files together may not fit into memory. */
async function* rows(): AsyncGenerator<{ key: IDBValidKey; row: Row }> {
  for (const key of await run('readonly', (store) => store.getAllKeys())) {
    const row = (await run('readonly', (store) => store.get(key))) as Row | undefined;
    if (row) yield { key, row };
  }
}

/** True if the browser can no longer read the file: it was changed, moved or deleted since it was chosen. */
export async function isUnreadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      ({ byteLength }) => byteLength === 0 && file.size > 0,
      () => true,
    );
}

async function run<T>(mode: IDBTransactionMode, operation: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  database ??= open();
  // After a failure the next operation opens the database again.
  database.catch(() => (database = undefined));
  const transaction = (await database).transaction(storeName, mode);
  const request = operation(transaction.objectStore(storeName));
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
      // The database is closed when, for example, the user clears the browser's data: open it again.
      request.result.onclose = () => (database = undefined);
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });
}
