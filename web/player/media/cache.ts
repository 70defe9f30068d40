/** Stores media on the device: Blobs in IndexedDB, by SHA-256, written piece by piece (web/player/README 5.3). */
import type { Storage } from '../device/storage.ts';
import { CallError } from '../server/requests/network.ts';
import { type CachedFile, isWhole, openStoredFiles, type StoredFiles } from './stored-files.ts';

export type NewFile = Pick<CachedFile, 'sha256' | 'sizeBytes' | 'contentType'>;
type Sha256s = readonly string[];
/** A file to show; the same bytes may be shown with and without the blurred background. */
export type ShownFile = { sha256: string; useAmbientBackground: boolean };

/** Time after which a file that did not fit is tried again. A clock that jumps may shorten it. */
const refusedForMs = 24 * 3_600_000;

export type MediaCache = Awaited<ReturnType<typeof openCache>>;

export class StorageFull extends Error {}

/** Opens the cache. Without `storage` nothing is cached. */
export async function openCache(storage: Storage | undefined) {
  const files = openStoredFiles(storage);
  const { records } = files;
  let wanted: Sha256s = [];
  /** Files of a replaced playlist that still plays. */
  let held: Sha256s = [];
  /** True once the programme's files are known. */
  let hasProgramme = false;
  /** Files that play later, the nearest first. */
  let later: Sha256s = [];
  /** Tracks of music; undefined until they are known. */
  let music: Set<string> | undefined;
  const readRecords = () => files.readRecords().catch(() => undefined);
  await readRecords();

  /** True for a track. Until the tracks are known, every audio file counts as one, so that a start keeps it. */
  const isMusic = (sha256: string): boolean => (music ? music.has(sha256) : isSound(records.get(sha256)));

  /** Returns a function that ranks files: the highest rank is deleted first; rank 0 is needed now, and never deleted. */
  function ranks(): (sha256: string) => number {
    const listed = new Map<string, number>();
    Array.from(withBackgrounds(records, later)).forEach((sha256, index) => listed.set(sha256, index + 2));
    withBackgrounds(records, held).forEach((sha256) => listed.set(sha256, 1));
    withBackgrounds(records, wanted).forEach((sha256) => listed.set(sha256, 0));
    const isUnneeded = (sha256: string) => hasProgramme || isSound(records.get(sha256));
    return (sha256) => listed.get(sha256) ?? (isMusic(sha256) ? musicRank : isUnneeded(sha256) ? Infinity : 0);
  }

  return {
    /** True while there is storage and it responds. */
    get isUsable() {
      return files.isUsable();
    },
    /** Reads the records of stored files, if storage was too slow before. Never rejects. */
    readRecords,
    /** True if all bytes of the file, and of its background if wanted, are stored. */
    has({ sha256, useAmbientBackground }: ShownFile): boolean {
      const file = records.get(sha256);
      if (!file || !isWhole(file)) return false;
      if (!useAmbientBackground || file.ambientSha256 === null) return true;
      return file.ambientSha256 !== undefined && isWhole(records.get(file.ambientSha256));
    },
    find: (sha256: string) => records.get(sha256),
    /**
     * Appends bytes at `offset`; if another page has stored other pieces meanwhile, keeps those instead. Rejects with
     * `StorageFull` when no more space can be freed, and with `CallError` when the file was removed meanwhile.
     */
    async append(file: NewFile, offset: number, bytes: Blob): Promise<void> {
      if ((records.get(file.sha256)?.storedBytes ?? 0) !== offset) throw new CallError(0, null, 'Interrompido');
      const { refusedAt: _, ...stored } = records.get(file.sha256) ?? {};
      const record: CachedFile = { ...stored, ...file, storedBytes: offset + bytes.size, usedAt: lastUse(records) + 1 };
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
    /** Records the background of a stored file. */
    async recordBackground(sha256: string, ambientSha256: string | null): Promise<void> {
      const file = records.get(sha256);
      if (!file || file.ambientSha256 === ambientSha256) return;
      file.ambientSha256 = ambientSha256;
      await files.write(file);
    },
    /** Returns the whole file; undefined when it is missing or damaged. */
    async open(sha256: string): Promise<Blob | undefined> {
      const file = records.get(sha256);
      if (!file || !isWhole(file)) return undefined;
      const blob = await files.read(file);
      if (!blob) return undefined;
      file.usedAt = lastUse(records) + 1;
      return blob;
    },
    remove: files.remove,
    /** Deletes the bytes of a file that did not open, so that they are downloaded again: they may be damaged. */
    async distrust(sha256: string): Promise<void> {
      const file = records.get(sha256);
      if (file && isWhole(file)) await files.empty({ ...file, storedBytes: 0, refetches: (file.refetches ?? 0) + 1 });
    },
    /** Records that a stored file plays well: its earlier failures no longer count. */
    async trust(sha256: string): Promise<void> {
      const file = records.get(sha256);
      if (!file?.refetches) return;
      delete file.refetches;
      await files.write(file);
    },
    /**
     * Deletes the bytes of a file that does not fit, and remembers the refusal across restarts of the page. If few bytes of
     * a track were stored, also deletes the least recently used track, because the screen's records need space.
     */
    async refuse(file: NewFile): Promise<void> {
      const freedBytes = records.get(file.sha256)?.storedBytes ?? 0;
      const spare = isMusic(file.sha256) ? spareTracks(records, isMusic) : [];
      for (const each of [file, ...spare.filter(({ sizeBytes }) => freedBytes < sizeBytes / 2)])
        await files.empty({ ...each, storedBytes: 0, usedAt: lastUse(records), refusedAt: Date.now() });
    },
    /**
     * True if the file did not fit lately. While one track is refused, every track that is not stored is refused too, because
     * it would take the space that was left free.
     */
    isRefused(sha256: string): boolean {
      const file = records.get(sha256);
      if (!isMusic(sha256)) return isRefusedNow(file);
      return (
        !(file && isWhole(file)) &&
        Array.from(records.values()).some((each) => isMusic(each.sha256) && isRefusedNow(each))
      );
    },
    /**
     * Sets the files that may play now. With `dropOthers` deletes at once all files that are in none of the three lists, except
     * music. When space is needed, deletes such files first, then music, `laterSha256s` from the last on, and `heldSha256s`.
     */
    async keep(sha256s: Sha256s, dropOthers: boolean, heldSha256s: Sha256s = [], laterSha256s: Sha256s = []) {
      // A file that did not fit beside files that play sooner may fit now that it is needed.
      const upcoming = new Set(later);
      for (const sha256 of sha256s) if (upcoming.has(sha256)) delete records.get(sha256)?.refusedAt;
      hasProgramme = true;
      wanted = sha256s;
      held = heldSha256s;
      later = laterSha256s;
      if (dropOthers) await dropUnneeded(files, ranks());
    },
    /** Sets the tracks of music, which are deleted before any file of the programme. Deletes other tracks. */
    keepMusic(sha256s: Sha256s): Promise<void> {
      music = new Set(sha256s);
      return dropUnneeded(files, ranks(), isSound);
    },
  };
}

/** Returns the files and the files of their backgrounds. */
function withBackgrounds(records: StoredFiles['records'], sha256s: Sha256s): Set<string> {
  const all = new Set(sha256s);
  for (const sha256 of sha256s) {
    const ambient = records.get(sha256)?.ambientSha256;
    if (ambient) all.add(ambient);
  }
  return all;
}

const musicRank = Number.MAX_VALUE;

const isRefusedNow = (file: CachedFile | undefined): boolean =>
  file?.refusedAt !== undefined && Math.abs(Date.now() - file.refusedAt) < refusedForMs;

const isSound = (file: CachedFile | undefined): boolean => file?.contentType.startsWith('audio') ?? false;

/** Deletes files that nothing needs and for which `isDroppable` is true. */
async function dropUnneeded(
  files: StoredFiles,
  rankOf: (sha256: string) => number,
  isDroppable: (file: CachedFile) => boolean = () => true,
): Promise<void> {
  for (const file of Array.from(files.records.values())) {
    if (rankOf(file.sha256) < Infinity || !isDroppable(file)) continue;
    await files.remove(file.sha256);
    // The freed space may suffice for files that did not fit.
    if (file.storedBytes > 0) files.records.forEach((other) => delete other.refusedAt);
  }
}

const lastUse = (records: StoredFiles['records']): number =>
  Array.from(records.values()).reduce((last, { usedAt }) => Math.max(last, usedAt), 0);

/** Returns a list with the least recently used stored track; an empty list if no other track is stored. */
function spareTracks(records: StoredFiles['records'], isMusic: (sha256: string) => boolean): CachedFile[] {
  const stored = Array.from(records.values()).filter((file) => isWhole(file) && isMusic(file.sha256));
  return stored.length > 1 ? stored.sort((a, b) => a.usedAt - b.usedAt).slice(0, 1) : [];
}

/** Deletes the least recently used file of the highest rank above that of `forSha256`. Returns false if there is none. */
async function evict(files: StoredFiles, forSha256: string, rankOf: (sha256: string) => number): Promise<boolean> {
  const ownRank = rankOf(forSha256);
  let candidate: { sha256: string; rank: number; usedAt: number } | undefined;
  for (const { sha256, usedAt } of files.records.values()) {
    const rank = rankOf(sha256);
    if (rank === 0 || (rank <= ownRank && rank !== Infinity)) continue;
    if (!candidate || rank > candidate.rank || (rank === candidate.rank && usedAt < candidate.usedAt))
      candidate = { sha256, rank, usedAt };
  }
  if (!candidate) return false;
  await files.remove(candidate.sha256);
  return true;
}

const isQuotaError = (error: unknown): boolean => (error as { name?: string } | null)?.name === 'QuotaExceededError';
