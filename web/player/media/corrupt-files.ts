/**
 * Tracks stored files that did not open. They are downloaded again, at once the first time, then at growing intervals.
 * Until the next download the server's copy is streamed, if it opens (web/player/README 5.3).
 */
import type { MediaCache } from './cache.ts';
import type { MediaFile } from '../server/requests/responses.ts';

interface CorruptFile {
  /** Time from which the file may be downloaded again. */
  refetchAt: number;
  /** `tried`: streaming did not help either. */
  stream: 'no' | 'yes' | 'tried';
}

/** Returns the milliseconds to wait before a file that did not open is downloaded again, after `refetches` such downloads. */
const refetchAfterMs = (refetches: number): number =>
  refetches === 0 ? 0 : Math.min(60_000 * 4 ** (refetches - 1), 3 * 3_600_000);

/** Calls `onRefetch` when the bytes of a file were deleted and have to be downloaded again. */
export function createCorruptFiles(cache: MediaCache, onRefetch: () => void) {
  const corruptFiles = new Map<string, CorruptFile>();

  async function refetch({ sha256 }: MediaFile, corruptFile: CorruptFile): Promise<void> {
    corruptFile.stream = 'no';
    corruptFile.refetchAt = performance.now() + refetchAfterMs((cache.find(sha256)?.refetches ?? 0) + 1);
    await cache.distrust(sha256);
    onRefetch();
  }

  return {
    /** Call it when a stored item did not open: downloads it again, or lets it be streamed until a new download is due. */
    async distrust(item: MediaFile): Promise<void> {
      const { sha256 } = item;
      const file = cache.find(sha256);
      if (!file || file.storedBytes !== file.sizeBytes) return;
      const corruptFile = corruptFiles.get(sha256) ?? { refetchAt: refetchAfterMs(file.refetches ?? 0), stream: 'no' };
      corruptFiles.set(sha256, corruptFile);
      if (performance.now() >= corruptFile.refetchAt) await refetch(item, corruptFile);
      else corruptFile.stream = corruptFile.stream === 'no' ? 'yes' : 'tried';
    },
    /** Records that an item plays well. */
    trust(item: MediaFile): void {
      const corruptFile = corruptFiles.get(item.sha256);
      if (corruptFile?.stream === 'yes') {
        // The server's bytes are good, so download them again.
        if (performance.now() >= corruptFile.refetchAt) refetch(item, corruptFile).catch(() => undefined);
        return;
      }
      corruptFiles.delete(item.sha256);
      cache.trust(item.sha256).catch(() => undefined);
    },
    /** True if the item is to be streamed, because its stored bytes do not open. */
    mustStream: (item: MediaFile) => corruptFiles.get(item.sha256)?.stream === 'yes',
  };
}
