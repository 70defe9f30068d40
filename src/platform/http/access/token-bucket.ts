/** Limits requests by a token bucket per network: `burst` at once, then `perSecond`. */
import type { Clock } from '../../clock.ts';
import { networkOf } from '../../throttle.ts';

const maxNetworks = 20_000;

/** Drops the oldest entry of a map whose keys are networks, if the map has more than `maxNetworks` entries. */
export function dropOldest(map: Map<string, unknown>): void {
  if (map.size > maxNetworks) map.delete(map.keys().next().value as string);
}

export function createTokenBuckets(clock: Clock, { burst, perSecond }: { burst: number; perSecond: number }) {
  const buckets = new Map<string, { tokens: number; updatedAt: number }>();
  return {
    /** Takes a token. Returns false if none was left. */
    spend(address: string): boolean {
      const network = networkOf(address);
      const now = clock.monotonic();
      const previous = buckets.get(network) ?? { tokens: burst, updatedAt: now };
      const tokens = Math.min(burst, previous.tokens + ((now - previous.updatedAt) / 1000) * perSecond);
      buckets.delete(network);
      buckets.set(network, { tokens: tokens >= 1 ? tokens - 1 : tokens, updatedAt: now });
      dropOldest(buckets);
      return tokens >= 1;
    },
    /** Gives a taken token back. */
    refund(address: string): void {
      const bucket = buckets.get(networkOf(address));
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
  };
}
