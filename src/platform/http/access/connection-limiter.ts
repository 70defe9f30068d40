/**
 * Limits connections (src/README 5.5). uWebSockets.js does not report the address of one that closes, so addresses are limited
 * by how fast they open connections, and all together by how many are open. An idle connection ends within 12 s, and a
 * request keeps it open for as long again, so a request of an unauthenticated client costs as much as an opening.
 */
import type { Clock } from '../../clock.ts';
import { throttleAddress } from '../../throttle.ts';
import { bound, createBuckets } from './token-bucket.ts';

export interface ConnectionLimiterOptions {
  clock: Clock;
  /** Connections that the process can hold. */
  most: number;
  /** Our own proxies open connections for everybody. */
  isProxy(address: string): boolean;
}

/** From this part of `most` on an address may open or, an unknown caller, ask `burst` at once and then `perSecond`. */
const busy = { from: 0.25, burst: 200, perSecond: 20 };
/** From this part on only addresses get in from which a screen or a person came lately. */
const crowded = { from: 0.8, lately: 10 * 60_000 };
/** From where somebody has proven himself many may come, and who hides among them holds half of the places at most. */
const knownMay = (most: number) => ({ burst: Math.max(500, most / 4), perSecond: Math.max(50, most / 48) });

export type ConnectionLimiter = ReturnType<typeof createConnectionLimiter>;

export function createConnectionLimiter({ clock, most, isProxy }: ConnectionLimiterOptions) {
  let open = 0;
  const buckets = createBuckets(clock, busy);
  const ofKnown = createBuckets(clock, knownMay(most));
  /** Address -> when somebody proven came from there. */
  const known = new Map<string, number>();

  const isKnown = (address: string) =>
    clock.monotonic() - (known.get(throttleAddress(address)) ?? -Infinity) < crowded.lately;

  return {
    /** Counts one that opened; false: it must be closed. */
    opened(address: string): boolean {
      open += 1;
      if (open > most) return false;
      const isFastPath = !buckets.spend(address);
      if (open <= most * busy.from || isProxy(address)) return true;
      if (isFastPath) return false;
      return open <= most * crowded.from || isKnown(address);
    },
    closed(): void {
      open -= 1;
    },
    /** Asked of each request; false: its connection must be closed. `readAddress` is called only when there are many. */
    allowRequest(readAddress: () => string): boolean {
      if (open <= most * busy.from) return true;
      const address = readAddress();
      return isProxy(address) || (isKnown(address) ? ofKnown : buckets).spend(address);
    },
    /** A screen or a person has proven itself from there. */
    authenticated(address: string): void {
      const network = throttleAddress(address);
      known.delete(network);
      known.set(network, clock.monotonic());
      bound(known);
    },
    count: () => open,
  };
}
