/** The files that are being fetched: each once at a time, whoever asks for it. */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { MediaCache } from './cache.ts';

/** `fetchItem` may resolve before all of an item is here, unless somebody waits for it. */
export function createFetches(cache: Pick<MediaCache, 'has'>, fetchItem: (item: PlayItem) => Promise<void>) {
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
    /** Resolves when it is here, or when something nearer is to come before the rest of it. */
    some,
    /** Resolves when all of it is here: it gives way to nothing. */
    async whole(item: PlayItem): Promise<void> {
      awaited.add(item.sha256);
      try {
        await some(item);
        // It was just giving way.
        if (!cache.has(item)) await some(item);
      } finally {
        awaited.delete(item.sha256);
      }
    },
    /** Somebody waits for all of it. */
    isAwaited: ({ sha256 }: PlayItem) => awaited.has(sha256),
  };
}
