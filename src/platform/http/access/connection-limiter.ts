/**
 * Limits connections (src/README 5.5). uWebSockets.js does not report the address of a closed connection, so addresses are limited
 * by the rate at which they open connections, and all together by the number of open ones. An idle connection ends within 12 s, and a
 * request keeps it open for another 12 s, so a request of an unauthenticated client counts as much as an opening.
 */
import type { Clock } from '../../clock.ts';
import { throttleAddress } from '../../throttle.ts';
import { bound, createBuckets } from './token-bucket.ts';

export interface ConnectionLimiterOptions {
  clock: Clock;
  /** Number of connections that the process can hold. */
  max: number;
  /** Our own proxies open connections for everybody. */
  isProxy(address: string): boolean;
}

/** Above this share of `max`, an address may open connections (or, unauthenticated, send requests): `burst` at once, then `perSecond`. */
const busy = { from: 0.25, burst: 200, perSecond: 20 };
/** Above this share, only addresses are accepted from which a screen or a person was authenticated within the last `recentMs`. */
const crowded = { from: 0.8, recentMs: 10 * 60_000 };
/** Limits for an address with an authenticated client: many clients may share it, but it gets no more than half of all connections. */
const knownLimits = (max: number) => ({
  burst: Math.max(500, max / 4),
  perSecond: Math.max(50, max / 48),
});

export type ConnectionLimiter = ReturnType<typeof createConnectionLimiter>;

export function createConnectionLimiter({ clock, max, isProxy }: ConnectionLimiterOptions) {
  let open = 0;
  const buckets = createBuckets(clock, busy);
  const knownBuckets = createBuckets(clock, knownLimits(max));
  /** Network -> monotonic time of its last authenticated request. */
  const known = new Map<string, number>();

  const isKnown = (address: string) =>
    clock.monotonic() - (known.get(throttleAddress(address)) ?? -Infinity) < crowded.recentMs;

  return {
    /** Counts an opened connection; false: it must be closed. */
    opened(address: string): boolean {
      open += 1;
      if (open > max) return false;
      const isTooFast = !buckets.spend(address);
      if (open <= max * busy.from || isProxy(address)) return true;
      if (isTooFast) return false;
      return open <= max * crowded.from || isKnown(address);
    },
    closed(): void {
      open -= 1;
    },
    /** Called for each request; false: its connection must be closed. `readAddress` is called only when many connections are open. */
    allowRequest(readAddress: () => string): boolean {
      if (open <= max * busy.from) return true;
      const address = readAddress();
      return isProxy(address) || (isKnown(address) ? knownBuckets : buckets).spend(address);
    },
    /** Records that a screen or a person was authenticated from this address. */
    authenticated(address: string): void {
      const network = throttleAddress(address);
      known.delete(network);
      known.set(network, clock.monotonic());
      bound(known);
    },
    count: () => open,
  };
}
