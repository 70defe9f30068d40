/** Reads and writes the two stores of media: a record for each file, and its bytes in pieces. Another page may change them. */
import { type Storage, StorageTimeout } from '../device/storage.ts';

export interface CachedFile {
  sha256: string;
  sizeBytes: number;
  contentType: string;
  /** SHA-256 of the blurred background; null: the file has none; absent: not requested yet. */
  ambientSha256?: string | null;
  storedBytes: number;
  /** Number that increases with every use of a file. Independent of the device's unreliable clock. */
  usedAt: number;
  /** Number of downloads because the file did not open, since it last played well. */
  refetches?: number;
  /** Time at which there was no space for the file, by the device's clock. */
  refusedAt?: number;
}

export const isWhole = (file: CachedFile | undefined): boolean =>
  file !== undefined && file.storedBytes === file.sizeBytes;

export type StoredFiles = ReturnType<typeof openStoredFiles>;

/** Opens the two stores. Without `storage` nothing is stored, and no call fails. */
export function openStoredFiles(storage: Storage | undefined) {
  const records = new Map<string, CachedFile>();
  let isRead = false;

  const piecesOf = (sha256: string) => IDBKeyRange.bound([sha256, 0], [sha256, Infinity]);

  function replaceRecord(sha256: string, current: CachedFile | undefined): void {
    if (current) records.set(sha256, current);
    else records.delete(sha256);
  }

  async function remove(sha256: string): Promise<void> {
    records.delete(sha256);
    await storage?.write(['files', 'pieces'], (store) => {
      store('files').delete(sha256);
      store('pieces').delete(piecesOf(sha256));
    });
  }

  return {
    /** The records, by SHA-256. */
    records,
    /** True if storage responds and the records have been read. */
    isUsable: () => isRead && storage !== undefined && storage.isResponding(),
    /** Reads the records, unless they were read before. */
    async readRecords(): Promise<void> {
      if (isRead || !storage || !storage.isResponding()) return;
      const stored = (await storage.read('files', (store) => store.getAll())) as CachedFile[];
      for (const record of stored) records.set(record.sha256, record);
      isRead = true;
    },
    /** Adds the piece if `offset` bytes are stored. Otherwise updates `records` from storage, and returns false. */
    async addPiece(record: CachedFile, offset: number, bytes: Blob): Promise<boolean> {
      let isNext = true;
      let current: CachedFile | undefined;
      await storage?.write(['files', 'pieces'], (store) => {
        const requested = store('files').get(record.sha256) as IDBRequest<CachedFile | undefined>;
        requested.onsuccess = () => {
          current = requested.result;
          isNext = (current?.storedBytes ?? 0) === offset;
          if (!isNext) return;
          store('pieces').put(bytes, [record.sha256, offset]);
          store('files').put(record, record.sha256);
        };
      });
      if (isNext) records.set(record.sha256, record);
      else replaceRecord(record.sha256, current);
      return isNext;
    },
    /** Returns the bytes of a whole file. If some are missing, returns undefined and deletes the file. */
    async read({ sha256, sizeBytes, contentType }: CachedFile): Promise<Blob | undefined> {
      if (!storage) return undefined;
      const pieces = (await storage.read('pieces', (store) => store.getAll(piecesOf(sha256)))) as Blob[];
      const blob = new Blob(pieces, { type: contentType });
      if (blob.size === sizeBytes) return blob;
      const current = (await storage.read('files', (store) => store.get(sha256))) as CachedFile | undefined;
      // If another page is downloading the file again, keep the pieces.
      if (current && !isWhole(current)) replaceRecord(sha256, current);
      else await remove(sha256);
      return undefined;
    },
    /** Writes only the record. */
    async write(record: CachedFile): Promise<void> {
      await storage?.write(['files'], (store) => store('files').put(record, record.sha256));
    },
    /** Deletes the file's bytes and keeps its record. */
    async empty(record: CachedFile): Promise<void> {
      records.set(record.sha256, record);
      await storage?.write(['files', 'pieces'], (store) => {
        store('pieces').delete(piecesOf(record.sha256));
        store('files').put(record, record.sha256);
      });
    },
    remove,
  };
}

/** Time limit for reading a file: a slower memory card is unusable for playback. */
const readTimeoutMs = 5_000;

/** Resolves to true if the end of the stored file can be read: a failing card loses bytes. Rejects after the time limit. */
export function isReadable(blob: Blob): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const timer = setTimeout(() => reject(new StorageTimeout('O armazenamento não responde')), readTimeoutMs);
    const finish = (isReadable: boolean) => {
      clearTimeout(timer);
      resolve(isReadable);
    };
    reader.onload = () => finish(true);
    reader.onerror = () => finish(false);
    reader.readAsArrayBuffer(blob.slice(Math.max(0, blob.size - 1024)));
  });
}
