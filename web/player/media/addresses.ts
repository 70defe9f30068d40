/** Requests the signed addresses of items' bytes, each at most every 5 minutes (contract/README 10.4). */
import { limits } from '../../../src/contract/limits.ts';
import type { PlayerMediaUrl } from '../../../src/contract/media.ts';
import { CallError } from '../server/requests/network.ts';
import type { MediaFile } from '../server/requests/responses.ts';

const keyOf = ({ id, sha256 }: MediaFile) => `${id} ${sha256}`;

/** `request`: requests an item's address from the server. */
export function createAddresses(request: (item: MediaFile) => Promise<PlayerMediaUrl>) {
  const { firstMs, everyMs, olderThanMs } = limits.memoryCleanup;
  const cached = new Map<string, { value: PlayerMediaUrl; receivedAt: number }>();

  const cleanup = () => {
    const oldest = performance.now() - olderThanMs;
    cached.forEach((entry, key) => entry.receivedAt < oldest && cached.delete(key));
  };
  const firstCleanup = setTimeout(cleanup, firstMs);
  const laterCleanups = setInterval(cleanup, everyMs);

  return {
    /** Returns the address; rejects when the server does not respond, or has other bytes for the item by now. */
    async find(item: MediaFile): Promise<PlayerMediaUrl> {
      const entry = cached.get(keyOf(item));
      if (entry && performance.now() - entry.receivedAt < olderThanMs) return entry.value;
      const value = await request(item);
      if (value.sha256 !== item.sha256) throw new CallError(200, null, 'Mídia substituída');
      cached.set(keyOf(item), { value, receivedAt: performance.now() });
      return value;
    },
    forget: (item: MediaFile) => void cached.delete(keyOf(item)),
    stop(): void {
      clearTimeout(firstCleanup);
      clearInterval(laterCleanups);
    },
  };
}
