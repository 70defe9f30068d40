import type { Connections } from '../server/requests/connections.ts';
import { CallError } from '../server/requests/network.ts';
import type { MediaCache, NewFile } from './cache.ts';
import { fetchPiece, largestPieceBytes } from './piece.ts';
import type { MediaFile } from '../server/requests/responses.ts';

/** Target duration of the download of one piece: only stored pieces survive an interruption. */
const pieceMs = 8_000;
const firstPieceBytes = 1024 * 1024;
const smallestPieceBytes = 256 * 1024;

/** Downloads files piece by piece. */
export function createPieceDownloads(cache: MediaCache, connections: Connections) {
  let maxBytes = firstPieceBytes;
  /** Bytes received of unfinished pieces, by the file's SHA-256. */
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
     * Downloads the missing pieces. Resolves to true when the whole file is stored, to false when `onPiece`, called after each
     * stored piece, returns false; rejects when a download fails or the file is no longer wanted.
     */
    async load(url: string, file: NewFile, isWanted: () => boolean, onPiece: () => boolean): Promise<boolean> {
      for (let continues = true; ; continues = onPiece()) {
        const stored = cache.find(file.sha256)?.storedBytes ?? 0;
        if (stored === file.sizeBytes) return true;
        if (!continues) return false;
        if (!isWanted()) throw new CallError(0, null, 'Interrompido');
        await addPiece(url, stored, file, isWanted);
      }
    },
    /** Returns the downloaded share of the items in whole percent; null when nothing is left to download. */
    percent: (items: readonly MediaFile[]) => percentOf(items, cache, ({ sha256 }) => arriving.get(sha256) ?? 0),
  };
}

/** Returns the downloaded share of the items in percent, at most 99; null when all are stored. `arriving`: bytes not stored yet. */
function percentOf(
  items: readonly MediaFile[],
  cache: Pick<MediaCache, 'has' | 'find'>,
  arriving: (item: MediaFile) => number,
): number | null {
  if (items.every((item) => cache.has(item))) return null;
  const seen = new Set<string>();
  let totalBytes = 0;
  let receivedBytes = 0;
  for (const item of items) {
    if (seen.has(item.sha256)) continue;
    seen.add(item.sha256);
    totalBytes += item.sizeBytes;
    receivedBytes += Math.min(item.sizeBytes, (cache.find(item.sha256)?.storedBytes ?? 0) + arriving(item));
  }
  return totalBytes > 0 ? Math.min(99, Math.floor((receivedBytes / totalBytes) * 100)) : 0;
}
