/** IndexedDB with promises. Opening, reading and writing reject when storage is refused, or damaged and not replaceable. */

/** Stores: records of media files, by SHA-256; their bytes, by [SHA-256, offset]; all other data, such as responses, by name. */
type StoreName = 'files' | 'pieces' | 'saved';

export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** Error of an operation that neither completed nor failed within its time limit. */
export class StorageTimeout extends Error {}

const databaseName = 'antessala';
/** Interval for checking storage that did not respond. */
export const storageRetryMs = 15_000;

/** Time limit for opening: a crashed process may block the database permanently, and a slow card takes seconds. */
const openTimeoutMs = 8_000;
/** Delays before opening again: a temporary failure, for example of a busy card, looks like a damaged database. */
const openRetriesMs = [1_000, 3_000];
/** Time limit for an operation: a database may open and then never respond, or never write. */
const responseTimeoutMs = 5_000;

/** Opens the database. Also resolves when it takes too long to open: then `isResponding` is false until it is open. */
export async function openStorage() {
  let database: IDBDatabase | undefined;
  let opening: Promise<void> | undefined;
  let overdueOperations = 0;

  /** Opens the connection once: a second attempt would wait behind the first, which may still succeed. */
  function connect(): Promise<void> {
    opening ??= withTimeout<void>(openTimeoutMs, (resolve, reject) => {
      open().then(
        (opened) => {
          opening = undefined;
          database = opened;
          resolve();
        },
        (error: Error) => {
          opening = undefined;
          reject(error);
        },
      );
    });
    return opening;
  }

  /** Begins a transaction; reconnects first if the browser closed the connection, as after a disk error. */
  async function transaction(
    stores: StoreName[],
    mode: IDBTransactionMode,
    options?: IDBTransactionOptions,
  ): Promise<IDBTransaction> {
    const begin = () => (database as IDBDatabase).transaction(stores, mode, options);
    try {
      return begin();
    } catch {
      await connect();
      return begin();
    }
  }

  function withTimeout<Result>(
    timeoutMs: number,
    start: (resolve: (result: Result) => void, reject: (error: Error) => void) => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        overdueOperations += 1;
        reject(new StorageTimeout('O armazenamento não responde'));
      }, timeoutMs);
      const finish = () => {
        clearTimeout(timer);
        if (isLate) overdueOperations -= 1;
        isLate = false;
      };
      const fail = (error: Error) => {
        finish();
        reject(error);
      };
      try {
        start((result) => {
          finish();
          resolve(result);
        }, fail);
      } catch (error) {
        fail(error as Error);
      }
    });
  }

  await withRetries(connect)
    .catch(async (error: Error) => {
      // A missing response or a full disk is no damage.
      if (error instanceof StorageTimeout || error.name === 'QuotaExceededError') throw error;
      // A damaged database never opens again: replace it with an empty one.
      await destroyStorage();
      await connect();
    })
    .catch((error: Error) => {
      if (!(error instanceof StorageTimeout)) throw error;
    });

  return {
    /** Calls `run` in one transaction. Resolves when it is complete; with durability 'strict', when its data is on the disk. */
    async write(
      stores: StoreName[],
      run: (store: (name: StoreName) => IDBObjectStore) => void,
      durability?: IDBTransactionDurability,
    ): Promise<void> {
      const opened = await transaction(stores, 'readwrite', durability && { durability });
      await withTimeout<void>(responseTimeoutMs, (resolve, reject) => {
        opened.oncomplete = () => resolve();
        opened.onabort = () => reject(opened.error ?? new Error('Transaction aborted'));
        opened.onerror = () => undefined;
        run((name) => opened.objectStore(name));
      });
    },
    async read<Result>(store: StoreName, run: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
      const opened = await transaction([store], 'readonly');
      return withTimeout<Result>(responseTimeoutMs, (resolve, reject) => {
        const request = run(opened.objectStore(store));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('Read failed'));
      });
    },
    /** True if the database is open and no operation exceeds its time limit; a late response makes it true again. */
    isResponding: () => database !== undefined && overdueOperations === 0,
    close: () => database?.close(),
  };
}

async function withRetries(connect: () => Promise<void>): Promise<void> {
  for (const delayMs of openRetriesMs) {
    try {
      return await connect();
    } catch (error) {
      if (!isTemporary(error as Error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return connect();
}

/** True for errors that may be temporary, unlike those of a missing or forbidden database. */
const isTemporary = ({ name }: Error): boolean =>
  ['UnknownError', 'AbortError', 'TimeoutError', 'QuotaExceededError'].indexOf(name) >= 0;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      for (const name of ['files', 'pieces', 'saved']) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      // Do not block another page that deletes the database.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('Storage refused'));
  });
}

/** Deletes the database, if the browser permits it; never rejects. The credentials remain: they are in local storage. */
export function destroyStorage(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, openTimeoutMs);
    try {
      const request = indexedDB.deleteDatabase(databaseName);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    } catch {
      // Storage is switched off or missing: there is nothing to delete.
      resolve();
    }
  });
}
