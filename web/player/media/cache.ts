/** Media bytes on the device: Blobs in IndexedDB, by SHA-256, written piece by piece as they come (web/player/README 5.3). */
import type { Storage } from '../device/storage.ts';
import { CallError } from '../server/requests/network.ts';
import { type CachedFile, isWhole, openStoredFiles, type StoredFiles } from './stored-files.ts';

export type NewFile = Pick<CachedFile, 'sha256' | 'sizeBytes' | 'contentType'>;
type Sha256s = readonly string[];
/** The same bytes may be shown with and without the blurred background. */
export type Shown = { sha256: string; useAmbientBackground: boolean };

/** Time after which refused bytes are tried again: room comes back, and clocks that jump count as time gone by. */
const refusedForMs = 24 * 3_600_000;

export type MediaCache = Awaited<ReturnType<typeof openCache>>;

export class StorageFull extends Error {}

/** `storage` undefined: nothing is cached. */
export async function openCache(storage: Storage | undefined) {
  const files = openStoredFiles(storage);
  const { records } = files;
  let wanted: Sha256s = [];
  let held: Sha256s = [];
  /** In the order in which it is needed. */
  let later: Sha256s = [];
  const check = () => files.check().catch(() => undefined);
  await check();

  function withBackgrounds(sha256s: Sha256s): Set<string> {
    const all = new Set(sha256s);
    for (const sha256 of sha256s) {
      const ambient = records.get(sha256)?.ambientSha256;
      if (ambient) all.add(ambient);
    }
    return all;
  }

  /** The higher goes first. What is needed now, 0, never goes. */
  function ranks(): (sha256: string) => number {
    const places = new Map<string, number>();
    Array.from(withBackgrounds(later)).forEach((sha256, place) => places.set(sha256, place + 2));
    withBackgrounds(held).forEach((sha256) => places.set(sha256, 1));
    withBackgrounds(wanted).forEach((sha256) => places.set(sha256, 0));
    return (sha256) => places.get(sha256) ?? Infinity;
  }

  return {
    /** False without storage, and while it does not answer. */
    get isUsable() {
      return files.isUsable();
    },
    /** Learns what the device has, where storage was too slow to say. Never rejects. */
    check,
    /** All of its bytes are here, and its background's where that is wanted. */
    has({ sha256, useAmbientBackground }: Shown): boolean {
      const file = records.get(sha256);
      if (!file || !isWhole(file)) return false;
      if (!useAmbientBackground || file.ambientSha256 === null) return true;
      return file.ambientSha256 !== undefined && isWhole(records.get(file.ambientSha256));
    },
    find: (sha256: string) => records.get(sha256),
    /**
     * Adds the bytes that follow the `offset` stored; if another page has stored other pieces meanwhile, adopts those
     * instead. Rejects with `StorageFull` when nothing more can be freed, and when the file was removed meanwhile.
     */
    async append(file: NewFile, offset: number, bytes: Blob): Promise<void> {
      if ((records.get(file.sha256)?.storedBytes ?? 0) !== offset) throw new CallError(0, null, 'Interrompido');
      const { refusedAt: _, ...known } = records.get(file.sha256) ?? {};
      const record: CachedFile = { ...known, ...file, storedBytes: offset + bytes.size, usedAt: lastUse(records) + 1 };
      for (;;) {
        try {
          await files.addPiece(record, offset, bytes);
          return;
        } catch (error) {
          if (!isQuotaError(error)) throw error;
          if (!(await evict(files, file.sha256, ranks()))) throw new StorageFull('Sem espaço para guardar o conteúdo');
        }
      }
    },
    /** Says which background belongs to a stored file. */
    async join(sha256: string, ambientSha256: string | null): Promise<void> {
      const file = records.get(sha256);
      if (!file || file.ambientSha256 === ambientSha256) return;
      file.ambientSha256 = ambientSha256;
      await files.write(file);
    },
    /** The whole file; undefined when it is not here, or damaged. */
    async open(sha256: string): Promise<Blob | undefined> {
      const file = records.get(sha256);
      if (!file || !isWhole(file)) return undefined;
      const blob = await files.read(file);
      if (!blob) return undefined;
      file.usedAt = lastUse(records) + 1;
      return blob;
    },
    remove: files.remove,
    /** A stored file that did not open may be damaged: empties it, to be fetched again. */
    async distrust(sha256: string): Promise<void> {
      const file = records.get(sha256);
      if (file && isWhole(file)) await files.empty({ ...file, storedBytes: 0, refetches: (file.refetches ?? 0) + 1 });
    },
    /** The stored file was seen well: its earlier failures are forgotten. */
    async trust(sha256: string): Promise<void> {
      const file = records.get(sha256);
      if (!file?.refetches) return;
      delete file.refetches;
      await files.write(file);
    },
    /** There is no room for this file: drops what came of it, and notes that over restarts of the page. */
    refuse: (file: NewFile) =>
      files.empty({ ...file, storedBytes: 0, usedAt: lastUse(records), refusedAt: Date.now() }),
    isRefused(sha256: string): boolean {
      const refusedAt = records.get(sha256)?.refusedAt;
      return refusedAt !== undefined && Math.abs(Date.now() - refusedAt) < refusedForMs;
    },
    /**
     * These files may be played now; others are the first to go, or go at once with `dropOthers`. What is `held` stays
     * until there is no other room; so is what plays `later`, the last of it the first to go.
     */
    async keep(sha256s: Sha256s, dropOthers: boolean, heldSha256s: Sha256s = [], laterSha256s: Sha256s = []) {
      // What there was no room for as long as others were nearer is the nearest now.
      const waiting = new Set(later);
      for (const sha256 of sha256s) if (waiting.has(sha256)) delete records.get(sha256)?.refusedAt;
      wanted = sha256s;
      held = heldSha256s;
      later = laterSha256s;
      if (!dropOthers) return;
      const rankOf = ranks();
      for (const { sha256, storedBytes } of Array.from(records.values())) {
        if (rankOf(sha256) < Infinity) continue;
        await files.remove(sha256);
        // What there was no room for has another chance.
        if (storedBytes > 0) records.forEach((file) => delete file.refusedAt);
      }
    },
  };
}

const lastUse = (records: StoredFiles['records']): number =>
  Array.from(records.values()).reduce((last, { usedAt }) => Math.max(last, usedAt), 0);

/** Frees the file of the highest rank above the own, of equals the one unused for longest; returns false without one. */
async function evict(files: StoredFiles, forSha256: string, rankOf: (sha256: string) => number): Promise<boolean> {
  const own = rankOf(forSha256);
  let first: { sha256: string; rank: number; usedAt: number } | undefined;
  for (const { sha256, usedAt } of files.records.values()) {
    const rank = rankOf(sha256);
    if (rank === 0 || (rank <= own && rank !== Infinity)) continue;
    if (!first || rank > first.rank || (rank === first.rank && usedAt < first.usedAt)) first = { sha256, rank, usedAt };
  }
  if (!first) return false;
  await files.remove(first.sha256);
  return true;
}

const isQuotaError = (error: unknown): boolean => (error as { name?: string } | null)?.name === 'QuotaExceededError';
