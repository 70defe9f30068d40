/** The files that are being fetched: each once at a time, whoever asks for it. */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { MediaCache } from './cache.ts';

export interface Fetches {
  /** Resolves when it is here, or when something nearer is to come before the rest of it. */
  some(item: PlayItem): Promise<void>;
  /** Resolves when all of it is here: it gives way to nothing. */
  whole(item: PlayItem): Promise<void>;
  /** Somebody waits for all of it. */
  isAwaited(item: PlayItem): boolean;
}

/** `fetchItem` may resolve before all of an item is here, unless somebody waits for it. */
export function createFetches(cache: Pick<MediaCache, 'has'>, fetchItem: (item: PlayItem) => Promise<void>): Fetches {
  const underWay = new Map<string, Promise<void>>();
  const awaited = new Set<string>();

  function some(item: PlayItem): Promise<void> {
    const known = underWay.get(item.sha256);
    if (known) return known;
    const fetching = fetchItem(item).finally(() => underWay.delete(item.sha256));
    underWay.set(item.sha256, fetching);
    return fetching;
  }

  return {
    some,
    async whole(item) {
      awaited.add(item.sha256);
      try {
        await some(item);
        // It was just giving way.
        if (!cache.has(item)) await some(item);
      } finally {
        awaited.delete(item.sha256);
      }
    },
    isAwaited: ({ sha256 }) => awaited.has(sha256),
  };
}
