/** Signed addresses of items' bytes, each requested at most every 5 minutes (contract/README 10.4). */
import { limits } from '../../../src/contract/limits.ts';
import type { PlayerMediaUrl } from '../../../src/contract/media.ts';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { CallError } from '../server/requests/network.ts';

/** `request` requests an item's address from the server. */
export function createAddresses(request: (item: PlayItem) => Promise<PlayerMediaUrl>) {
  const { firstMs, everyMs, olderThanMs } = limits.memoryCleanup;
  const known = new Map<number, { value: PlayerMediaUrl; at: number }>();

  const cleanup = () => {
    const old = performance.now() - olderThanMs;
    known.forEach((entry, id) => entry.at < old && known.delete(id));
  };
  const firstCleanup = setTimeout(cleanup, firstMs);
  const laterCleanups = setInterval(cleanup, everyMs);

  return {
    /** Returns the address; rejects when the server does not respond, or has other bytes for the item by now. */
    async find(item: PlayItem): Promise<PlayerMediaUrl> {
      const entry = known.get(item.id);
      const isFresh = entry && entry.value.sha256 === item.sha256 && performance.now() - entry.at < olderThanMs;
      if (isFresh) return entry.value;
      const value = await request(item);
      if (value.sha256 !== item.sha256) throw new CallError(200, null, 'Mídia substituída');
      known.set(item.id, { value, at: performance.now() });
      return value;
    },
    forget: (item: PlayItem) => void known.delete(item.id),
    stop(): void {
      clearTimeout(firstCleanup);
      clearInterval(laterCleanups);
    },
  };
}
