/** The two stores of media: a record a file, and its bytes in pieces. What is in memory is what this page believes of them. */
import { type Storage, StorageSilent } from '../device/storage.ts';

export interface CachedFile {
  sha256: string;
  sizeBytes: number;
  contentType: string;
  /** The blurred still that belongs to it; null: there is none; absent: nobody has wanted it yet. */
  ambientSha256?: string | null;
  storedBytes: number;
  /** Rises with every use: the smallest was not used for longest. The device's clock is not to be trusted. */
  usedAt: number;
  /** Number of times it was fetched again because it did not open, since it was last seen to play. */
  refetches?: number;
  /** There was no room for it then, by the device's clock. */
  refusedAt?: number;
}

export const isWhole = (file: CachedFile | undefined): boolean =>
  file !== undefined && file.storedBytes === file.sizeBytes;

export type StoredFiles = ReturnType<typeof openStoredFiles>;

/** `storage` undefined: nothing is stored, and nothing is an error. */
export function openStoredFiles(storage: Storage | undefined) {
  const records = new Map<string, CachedFile>();
  let isRead = false;

  const piecesOf = (sha256: string) => IDBKeyRange.bound([sha256, 0], [sha256, Infinity]);

  function adopt(sha256: string, known: CachedFile | undefined): void {
    if (known) records.set(sha256, known);
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
    /** False without storage, and while it does not answer, or did not when it was asked what it has. */
    isUsable: () => isRead && storage !== undefined && storage.isAnswering(),
    /** Reads the records, unless that is done. */
    async check(): Promise<void> {
      if (isRead || !storage || !storage.isAnswering()) return;
      const stored = (await storage.read('files', (store) => store.getAll())) as CachedFile[];
      for (const record of stored) records.set(record.sha256, record);
      isRead = true;
    },
    /** Adds the piece if the device has what this page believes, and returns whether; else believes the device. */
    async addPiece(record: CachedFile, offset: number, bytes: Blob): Promise<boolean> {
      let isNext = true;
      let known: CachedFile | undefined;
      await storage?.write(['files', 'pieces'], (store) => {
        const requested = store('files').get(record.sha256) as IDBRequest<CachedFile | undefined>;
        requested.onsuccess = () => {
          known = requested.result;
          isNext = (known?.storedBytes ?? 0) === offset;
          if (!isNext) return;
          store('pieces').put(bytes, [record.sha256, offset]);
          store('files').put(record, record.sha256);
        };
      });
      if (isNext) records.set(record.sha256, record);
      else adopt(record.sha256, known);
      return isNext;
    },
    /** The bytes of a whole file; undefined when they are not all here: then they are forgotten. */
    async read({ sha256, sizeBytes, contentType }: CachedFile): Promise<Blob | undefined> {
      if (!storage) return undefined;
      const pieces = (await storage.read('pieces', (store) => store.getAll(piecesOf(sha256)))) as Blob[];
      const blob = new Blob(pieces, { type: contentType });
      if (blob.size === sizeBytes) return blob;
      const known = (await storage.read('files', (store) => store.get(sha256))) as CachedFile | undefined;
      // Another page is fetching it anew: its pieces are not to be taken away.
      if (known && !isWhole(known)) adopt(sha256, known);
      else await remove(sha256);
      return undefined;
    },
    /** Writes the record alone. */
    async write(record: CachedFile): Promise<void> {
      await storage?.write(['files'], (store) => store('files').put(record, record.sha256));
    },
    /** Its bytes go, its record stays. */
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

/** A card that takes longer is as good as dead for the picture. */
const readTimeoutMs = 5_000;

/** Returns whether stored bytes can be read: a dying card keeps the entry and loses the file. Rejects when it does not say. */
export function isReadable(blob: Blob): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const timer = setTimeout(() => reject(new StorageSilent('O armazenamento não responde')), readTimeoutMs);
    const response = (is: boolean) => {
      clearTimeout(timer);
      resolve(is);
    };
    reader.onload = () => response(true);
    reader.onerror = () => response(false);
    reader.readAsArrayBuffer(blob.slice(Math.max(0, blob.size - 1024)));
  });
}
