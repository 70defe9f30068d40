/** IndexedDB as promises. Everything rejects when the browser refuses or damages it; callers then live without. */

/** A record for each media file, by SHA-256; its bytes, by [SHA-256, offset]; and the last responses, by name. */
type StoreName = 'files' | 'pieces' | 'saved';

export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** Neither done nor refused in time. */
export class StorageSilent extends Error {}

const databaseName = 'antessala';
/** Storage that was silent is looked at again this often. */
export const silentRetryMs = 15_000;

/** Time limit for opening: a crashed process may block it for ever, and a slow card takes seconds. */
const openTimeoutMs = 8_000;
/** Delays before retries: a temporary refusal, of a busy card for example, looks like a damaged database. */
const refusedRetriesMs = [1_000, 3_000];
/** A database may open and then never answer, or never write. */
const responseTimeoutMs = 5_000;

/** Resolves as well when it does not open in time: then it is silent until it has opened. Rejects when it is refused. */
export async function openStorage() {
  let database: IDBDatabase | undefined;
  let opening: Promise<void> | undefined;
  let overdue = 0;

  /** One at a time: a second one would only wait behind the first. Late, it still opens. */
  function connect(): Promise<void> {
    opening ??= inTime<void>(openTimeoutMs, (resolve, reject) => {
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

  /** The browser may close the connection by itself, after a disk error for example. */
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

  function inTime<Result>(
    withinMs: number,
    ask: (resolve: (result: Result) => void, reject: (error: Error) => void) => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        overdue += 1;
        reject(new StorageSilent('O armazenamento não responde'));
      }, withinMs);
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

  await patiently(connect)
    .catch(async (error: Error) => {
      // Neither silence nor a full disk is damage.
      if (error instanceof StorageSilent || error.name === 'QuotaExceededError') throw error;
      // A damaged database opens never again: better an empty one.
      await destroyStorage();
      await connect();
    })
    .catch((error: Error) => {
      if (!(error instanceof StorageSilent)) throw error;
    });

  return {
    /** Runs in one transaction; resolves when it is complete: with 'strict' not before the disk has it. */
    async write(
      stores: StoreName[],
      run: (store: (name: StoreName) => IDBObjectStore) => void,
      durability?: IDBTransactionDurability,
    ): Promise<void> {
      const opened = await transaction(stores, 'readwrite', durability && { durability });
      await inTime<void>(responseTimeoutMs, (resolve, reject) => {
        opened.oncomplete = () => resolve();
        opened.onabort = () => reject(opened.error ?? new Error('Transaction aborted'));
        opened.onerror = () => undefined;
        run((name) => opened.objectStore(name));
      });
    },
    async read<Result>(store: StoreName, run: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
      const opened = await transaction([store], 'readonly');
      return inTime<Result>(responseTimeoutMs, (resolve, reject) => {
        const request = run(opened.objectStore(store));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('Read failed'));
      });
    },
    /** False while it is not open, or something asked for is overdue; a late answer makes it true again. */
    isAnswering: () => database !== undefined && overdue === 0,
    close: () => database?.close(),
  };
}

async function patiently(connect: () => Promise<void>): Promise<void> {
  for (const pauseMs of refusedRetriesMs) {
    try {
      return await connect();
    } catch (error) {
      if (!mayHeal(error as Error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return connect();
}

/** Silence has its own patience; and what is absent or forbidden stays so. */
const mayHeal = ({ name }: Error): boolean =>
  ['UnknownError', 'AbortError', 'TimeoutError', 'QuotaExceededError'].indexOf(name) >= 0;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      for (const name of ['files', 'pieces', 'saved']) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      // Another page that wants to delete the database is not kept waiting.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('Storage refused'));
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
