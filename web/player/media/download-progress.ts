import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { Connections } from '../server/requests/connections.ts';
import { CallError } from '../server/requests/network.ts';
import type { MediaCache, NewFile } from './cache.ts';
import { fetchPiece, largestPieceBytes } from './piece.ts';

/** Target duration of one piece: its bytes are only safe when stored. */
const pieceMs = 8_000;
const firstPieceBytes = 1024 * 1024;
const smallestPieceBytes = 256 * 1024;

/** Brings files onto the device, piece by piece. */
export function createDownloadProgress(cache: MediaCache, connections: Connections) {
  let maxBytes = firstPieceBytes;
  /** Bytes of pieces on their way, by the file's SHA-256. */
  const arriving = new Map<string, number>();

  async function addPiece(url: string, offset: number, file: NewFile, isWanted: () => boolean): Promise<void> {
    const requestedAt = performance.now();
    const onBytes = (bytes: number) => void arriving.set(file.sha256, bytes);
    try {
      const piece = await fetchPiece(url, offset, file, { connections, maxBytes, onBytes, isWanted });
      const bytesPerMs = piece.size / Math.max(1, performance.now() - requestedAt);
      maxBytes = Math.round(Math.min(largestPieceBytes, Math.max(smallestPieceBytes, bytesPerMs * pieceMs)));
      await cache.append(file, offset, piece);
    } finally {
      arriving.delete(file.sha256);
    }
  }

  return {
    /**
     * Resolves when the whole file is stored, and with false when the rest is to come later; rejects as soon as nobody
     * wants it any more. `onPiece`: more of it is safe; returns whether the rest is to come now.
     */
    async load(url: string, file: NewFile, isWanted: () => boolean, onPiece: () => boolean): Promise<boolean> {
      for (let isNow = true; ; isNow = onPiece()) {
        const stored = cache.find(file.sha256)?.storedBytes ?? 0;
        if (stored === file.sizeBytes) return true;
        if (!isNow) return false;
        if (!isWanted()) throw new CallError(0, null, 'Interrompido');
        await addPiece(url, stored, file, isWanted);
      }
    },
    /** Returns the downloaded share of the items in whole percent; null when nothing more is to come. */
    percent: (items: readonly PlayItem[]) => percentOf(items, cache, ({ sha256 }) => arriving.get(sha256) ?? 0),
  };
}

/**
 * Returns the share of the items' bytes on the device, in whole percent; null when all of it is. Below 100 as long as
 * anything is missing. `arriving`: bytes that have come and are not stored yet.
 */
function percentOf(
  items: readonly PlayItem[],
  cache: Pick<MediaCache, 'has' | 'find'>,
  arriving: (item: PlayItem) => number,
): number | null {
  if (items.every((item) => cache.has(item))) return null;
  const seen = new Set<string>();
  let totalBytes = 0;
  let hereBytes = 0;
  for (const item of items) {
    if (seen.has(item.sha256)) continue;
    seen.add(item.sha256);
    totalBytes += item.sizeBytes;
    hereBytes += Math.min(item.sizeBytes, (cache.find(item.sha256)?.storedBytes ?? 0) + arriving(item));
  }
  return totalBytes > 0 ? Math.min(99, Math.floor((hereBytes / totalBytes) * 100)) : 0;
}
