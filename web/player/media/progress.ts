import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { MediaCache } from './cache.ts';

/**
 * Returns the share of the items' bytes on the device, in whole percent; null when all of it is. Below 100 as long as
 * anything is missing. `arriving`: bytes that have come and are not stored yet.
 */
export function percentOf(
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
