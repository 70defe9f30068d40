/** IndexedDB as promises. Everything rejects when the browser refuses or damages it; callers then live without. */

export interface Stores {
  /** One record a media file, by SHA-256. */
  files: 'files';
  /** Its bytes, by [SHA-256, offset]. */
  pieces: 'pieces';
  /** Last known answers of the server, by name. */
  saved: 'saved';
}
export type StoreName = keyof Stores;

export interface Storage {
  /** Runs in one transaction; resolves when it is complete: with 'strict' not before the disk has it. */
  write(
    stores: StoreName[],
    run: (store: (name: StoreName) => IDBObjectStore) => void,
    durability?: IDBTransactionDurability,
  ): Promise<void>;
  read<Result>(store: StoreName, run: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result>;
  /** False while something asked for is overdue; a late answer makes it true again. */
  isAnswering(): boolean;
  close(): void;
}

/** Neither done nor refused in time. */
export class StorageSilent extends Error {}

const databaseName = 'antessala';
/** An open that a crashed process blocks never answers; one from a slow card, while the box still boots, takes seconds. */
const openTimeoutMs = 8_000;
/** A database may open and then never answer, or never write. */
const answerTimeoutMs = 5_000;
const tooLate = new Error('Storage does not open');

export async function openStorage(): Promise<Storage> {
  let database = await open().catch(async (error: Error) => {
    if (error === tooLate) throw error;
    // A damaged database opens never again: better an empty one.
    await destroyStorage();
    return open();
  });

  /** The browser may close the connection by itself, after a disk error for example. */
  async function transaction(
    stores: StoreName[],
    mode: IDBTransactionMode,
    options?: IDBTransactionOptions,
  ): Promise<IDBTransaction> {
    try {
      return database.transaction(stores, mode, options);
    } catch {
      database = await open();
      return database.transaction(stores, mode, options);
    }
  }

  let overdue = 0;

  function inTime<Result>(
    ask: (resolve: (result: Result) => void, reject: (error: Error) => void) => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        overdue += 1;
        reject(new StorageSilent('O armazenamento não responde'));
      }, answerTimeoutMs);
      const settle = () => {
        clearTimeout(timer);
        if (isLate) overdue -= 1;
        isLate = false;
      };
      const fail = (error: Error) => {
        settle();
        reject(error);
      };
      try {
        ask((result) => {
          settle();
          resolve(result);
        }, fail);
      } catch (error) {
        fail(error as Error);
      }
    });
  }

  return {
    async write(stores, run, durability) {
      const opened = await transaction(stores, 'readwrite', durability && { durability });
      await inTime<void>((resolve, reject) => {
        opened.oncomplete = () => resolve();
        opened.onabort = () => reject(opened.error ?? new Error('Transaction aborted'));
        opened.onerror = () => undefined;
        run((name) => opened.objectStore(name));
      });
    },
    async read(store, run) {
      const opened = await transaction([store], 'readonly');
      return inTime((resolve, reject) => {
        const request = run(opened.objectStore(store));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('Read failed'));
      });
    },
    isAnswering: () => overdue === 0,
    close: () => database.close(),
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    const timer = setTimeout(() => reject(tooLate), openTimeoutMs);
    request.onupgradeneeded = () => {
      for (const name of ['files', 'pieces', 'saved']) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      // Another page that wants to delete the database is not kept waiting.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error ?? new Error('Storage refused'));
    };
  });
}

/** Deletes everything stored but the credentials, or as much as the browser lets it: never rejects. */
export function destroyStorage(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, openTimeoutMs);
    try {
      const request = indexedDB.deleteDatabase(databaseName);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    } catch {
      // Storage switched off, or absent: there is nothing to delete.
      resolve();
    }
  });
}
