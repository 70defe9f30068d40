/** Media bytes on the device: Blobs in IndexedDB, by SHA-256, written piece by piece as they come. */
import { CallError } from '../server/network.ts';
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
  /** How often it was fetched again because it did not open, since it last was seen well. */
  refetches?: number;
  /** There was no room for it then, by the device's clock. */
  refusedAt?: number;
}

export type NewFile = Pick<CachedFile, 'sha256' | 'sizeBytes' | 'contentType'>;
/** The same bytes may be shown with and without the blurred background. */
export type Shown = { sha256: string; useAmbientBackground: boolean };

/** What was refused is tried again after so long: room comes back, and clocks that jump count as time gone by. */
const refusedForMs = 24 * 3_600_000;

export interface MediaCache {
  /** All of its bytes are here, and its background's where that is wanted. */
  has(item: Shown): boolean;
  find(sha256: string): CachedFile | undefined;
  /**
   * Adds the bytes that follow the `offset` stored; if another page has stored other pieces meanwhile, adopts those
   * instead. Rejects with `StorageFull` when nothing more can be freed, and when the file was removed meanwhile.
   */
  append(file: NewFile, offset: number, bytes: Blob): Promise<void>;
  /** Says which background belongs to a stored file. */
  join(sha256: string, ambientSha256: string | null): Promise<void>;
  /** The whole file; undefined when it is not here, or damaged. */
  open(sha256: string): Promise<Blob | undefined>;
  remove(sha256: string): Promise<void>;
  /** A stored file that did not open may be damaged: empties it, to be fetched again. */
  distrust(sha256: string): Promise<void>;
  /** The stored file was seen well: its earlier failures are forgotten. */
  trust(sha256: string): Promise<void>;
  /** There is no room for this file: drops what came of it, and notes that over restarts of the page. */
  refuse(file: NewFile): Promise<void>;
  isRefused(sha256: string): boolean;
  /** These files may be played now; others are the first to go, or go at once with `dropOthers`. */
  keep(wanted: readonly string[], dropOthers: boolean): Promise<void>;
  /** False without storage, and while it does not answer. */
  readonly isUsable: boolean;
}

export class StorageFull extends Error {}

/** `storage` undefined: nothing is cached. */
export async function openCache(storage: Storage | undefined): Promise<MediaCache> {
  const files = new Map<string, CachedFile>();
  let wanted = new Set<string>();
  let uses = 0;
  let isOpen = storage !== undefined;
  try {
    const records = storage ? ((await storage.read('files', (store) => store.getAll())) as CachedFile[]) : [];
    for (const record of records) {
      files.set(record.sha256, record);
      uses = Math.max(uses, record.usedAt);
    }
  } catch {
    isOpen = false;
  }

  const isWhole = (file: CachedFile | undefined): boolean => file !== undefined && file.storedBytes === file.sizeBytes;
  const piecesOf = (sha256: string) => IDBKeyRange.bound([sha256, 0], [sha256, Infinity]);

  async function remove(sha256: string): Promise<void> {
    files.delete(sha256);
    await storage?.write(['files', 'pieces'], (store) => {
      store('files').delete(sha256);
      store('pieces').delete(piecesOf(sha256));
    });
  }

  /** Frees the file that was not used for longest and is not in the playlist. */
  async function evict(): Promise<boolean> {
    let oldest: CachedFile | undefined;
    for (const file of files.values())
      if (!wanted.has(file.sha256) && (!oldest || file.usedAt < oldest.usedAt)) oldest = file;
    if (!oldest) return false;
    await remove(oldest.sha256);
    return true;
  }

  /** Writes the piece if the device has what this page believes, and answers whether it had. */
  async function put(record: CachedFile, offset: number, bytes: Blob): Promise<boolean> {
    let isNext = true;
    let known: CachedFile | undefined;
    await storage?.write(['files', 'pieces'], (store) => {
      const asked = store('files').get(record.sha256) as IDBRequest<CachedFile | undefined>;
      asked.onsuccess = () => {
        known = asked.result;
        isNext = (known?.storedBytes ?? 0) === offset;
        if (!isNext) return;
        store('pieces').put(bytes, [record.sha256, offset]);
        store('files').put(record, record.sha256);
      };
    });
    if (!isNext) adopt(record.sha256, known);
    return isNext;
  }

  function adopt(sha256: string, known: CachedFile | undefined): void {
    if (known) files.set(sha256, known);
    else files.delete(sha256);
  }

  /** Its bytes go, its record stays. */
  async function empty(record: CachedFile): Promise<void> {
    files.set(record.sha256, record);
    await storage?.write(['files', 'pieces'], (store) => {
      store('pieces').delete(piecesOf(record.sha256));
      store('files').put(record, record.sha256);
    });
  }

  return {
    get isUsable() {
      return isOpen && storage !== undefined && storage.isAnswering();
    },
    has({ sha256, useAmbientBackground }) {
      const file = files.get(sha256);
      if (!file || !isWhole(file)) return false;
      if (!useAmbientBackground || file.ambientSha256 === null) return true;
      return file.ambientSha256 !== undefined && isWhole(files.get(file.ambientSha256));
    },
    find: (sha256) => files.get(sha256),
    async append(file, offset, bytes) {
      if ((files.get(file.sha256)?.storedBytes ?? 0) !== offset) throw new CallError(0, null, 'Interrompido');
      uses += 1;
      const { refusedAt: _, ...known } = files.get(file.sha256) ?? {};
      const record: CachedFile = { ...known, ...file, storedBytes: offset + bytes.size, usedAt: uses };
      for (;;) {
        try {
          if (await put(record, offset, bytes)) files.set(file.sha256, record);
          return;
        } catch (error) {
          if (!isQuotaError(error)) throw error;
          if (!(await evict())) throw new StorageFull('Sem espaço para guardar o conteúdo');
        }
      }
    },
    async join(sha256, ambientSha256) {
      const file = files.get(sha256);
      if (!file || file.ambientSha256 === ambientSha256) return;
      file.ambientSha256 = ambientSha256;
      await storage?.write(['files'], (store) => store('files').put(file, sha256));
    },
    async open(sha256) {
      const file = files.get(sha256);
      if (!storage || !file || !isWhole(file)) return undefined;
      const pieces = (await storage.read('pieces', (store) => store.getAll(piecesOf(sha256)))) as Blob[];
      const blob = new Blob(pieces, { type: file.contentType });
      if (blob.size !== file.sizeBytes) {
        const known = (await storage.read('files', (store) => store.get(sha256))) as CachedFile | undefined;
        // Another page is fetching it anew: its pieces are not to be taken away.
        if (known && !isWhole(known)) adopt(sha256, known);
        else await remove(sha256);
        return undefined;
      }
      uses += 1;
      file.usedAt = uses;
      return blob;
    },
    remove,
    async distrust(sha256) {
      const file = files.get(sha256);
      if (file && isWhole(file)) await empty({ ...file, storedBytes: 0, refetches: (file.refetches ?? 0) + 1 });
    },
    async trust(sha256) {
      const file = files.get(sha256);
      if (!file?.refetches) return;
      delete file.refetches;
      await storage?.write(['files'], (store) => store('files').put(file, sha256));
    },
    refuse: (file) => empty({ ...file, storedBytes: 0, usedAt: uses, refusedAt: Date.now() }),
    isRefused(sha256) {
      const refusedAt = files.get(sha256)?.refusedAt;
      return refusedAt !== undefined && Math.abs(Date.now() - refusedAt) < refusedForMs;
    },
    async keep(sha256s, dropOthers) {
      wanted = new Set(sha256s);
      for (const sha256 of sha256s) {
        const ambient = files.get(sha256)?.ambientSha256;
        if (ambient) wanted.add(ambient);
      }
      if (!dropOthers) return;
      for (const { sha256, storedBytes } of Array.from(files.values())) {
        if (wanted.has(sha256)) continue;
        await remove(sha256);
        // What there was no room for has another chance.
        if (storedBytes > 0) files.forEach((file) => delete file.refusedAt);
      }
    },
  };
}

const isQuotaError = (error: unknown): boolean => (error as { name?: string } | null)?.name === 'QuotaExceededError';

/** A card that takes longer is as good as dead for the picture. */
const readTimeoutMs = 5_000;

/** Whether stored bytes can be read at all: a dying memory card keeps the entry and loses the file behind it. Rejects when it does not say. */
export function isReadable(blob: Blob): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const timer = setTimeout(() => reject(new StorageSilent('O armazenamento não responde')), readTimeoutMs);
    const answer = (is: boolean) => {
      clearTimeout(timer);
      resolve(is);
    };
    reader.onload = () => answer(true);
    reader.onerror = () => answer(false);
    reader.readAsArrayBuffer(blob.slice(Math.max(0, blob.size - 1024)));
  });
}
