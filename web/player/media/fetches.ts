/** Tracks the downloads in progress: at most one for each file, with any number of callers. */
import type { MediaCache } from './cache.ts';
import type { MediaFile } from '../server/requests/responses.ts';

/** `fetchItem` may resolve before the whole item is stored, unless `fetchWhole` waits for it. */
export function createFetches(cache: Pick<MediaCache, 'has'>, fetchItem: (item: MediaFile) => Promise<void>) {
  const inProgress = new Map<string, Promise<void>>();
  const awaited = new Set<string>();

  function start(item: MediaFile): Promise<void> {
    const running = inProgress.get(item.sha256);
    if (running) return running;
    const fetching = fetchItem(item).finally(() => inProgress.delete(item.sha256));
    inProgress.set(item.sha256, fetching);
    return fetching;
  }

  return {
    /** Starts the download if none runs. Resolves when the item is stored, or when an item that is shown sooner interrupts it. */
    start,
    /** Downloads the item without interruption. Resolves when the whole item is stored. */
    async fetchWhole(item: MediaFile): Promise<void> {
      awaited.add(item.sha256);
      try {
        await start(item);
        // The download in progress may have been interrupted just before.
        if (!cache.has(item)) await start(item);
      } finally {
        awaited.delete(item.sha256);
      }
    },
    /** True if a caller waits for the whole item. */
    isAwaited: ({ sha256 }: MediaFile) => awaited.has(sha256),
  };
}
