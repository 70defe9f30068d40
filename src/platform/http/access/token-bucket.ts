/** Limits requests by a token bucket per network: `burst` at once, then `perSecond`. */
import type { Clock } from '../../clock.ts';
import { throttleAddress } from '../../throttle.ts';

const maxAddresses = 20_000;

/** Drops the oldest entry if the map exceeds the limit. */
export function dropOldest(map: Map<string, unknown>): void {
  if (map.size > maxAddresses) map.delete(map.keys().next().value as string);
}

export function createBuckets(clock: Clock, { burst, perSecond }: { burst: number; perSecond: number }) {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    /** Takes a token; false: none was left. A refusal takes nothing. */
    spend(address: string): boolean {
      const network = throttleAddress(address);
      const now = clock.monotonic();
      const before = buckets.get(network) ?? { left: burst, at: now };
      const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond);
      buckets.delete(network);
      buckets.set(network, { left: left >= 1 ? left - 1 : left, at: now });
      dropOldest(buckets);
      return left >= 1;
    },
    /** Gives a taken token back. */
    refund(address: string): void {
      const bucket = buckets.get(throttleAddress(address));
      if (bucket) bucket.left = Math.min(burst, bucket.left + 1);
    },
  };
}
