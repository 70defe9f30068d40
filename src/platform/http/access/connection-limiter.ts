/**
 * Limits connections and the requests of strangers, clients without valid credentials (src/README 5.5). uWebSockets.js does not report
 * the address of a closed connection, so those of an address are estimated by what it opened within `heldMs`: an idle connection ends
 * within 12 s, and from `busyFrom` on a stranger's connection is closed after its response.
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

/** Requests of the strangers of an address. A clinic's screens and browsers load their pages at once after a power cut. */
const strangers = { burst: 1_000, perSecond: 100 };
/** Above this share of `max`, an address may hold as many connections as are still free: some always remain for another address. */
const busyFrom = 0.25;
/** Number of connections that an address may always hold: a browser opens six. */
const leastShare = 8;
/** Above this share, only addresses are accepted from which a screen or a person was authenticated within the last `recentMs`. */
const crowded = { from: 0.8, recentMs: 10 * 60_000 };
/** Estimated life of an idle connection, counted in `steps`. */
const heldMs = 12_000;
const steps = 4;

export type ConnectionLimiter = ReturnType<typeof createConnectionLimiter>;

export function createConnectionLimiter({ clock, max, isProxy }: ConnectionLimiterOptions) {
  let open = 0;
  const requests = createBuckets(clock, strangers);
  const held = createRecentCounts(clock);
  /** Network -> monotonic time of its last authenticated request. */
  const known = new Map<string, number>();

  const isBusy = () => open > max * busyFrom;
  const isKnown = (address: string) =>
    clock.monotonic() - (known.get(throttleAddress(address)) ?? -Infinity) < crowded.recentMs;

  /** Counts a connection that lives for `heldMs` from now on; false: its address holds too many. */
  function hold(address: string): boolean {
    const free = max * (isKnown(address) ? 1 : crowded.from) - open;
    return held.add(address, 1) <= Math.max(leastShare, free);
  }

  return {
    /** Counts an opened connection; false: it must be closed. */
    opened(address: string): boolean {
      open += 1;
      if (open > max) return false;
      if (isProxy(address)) return true;
      const isWithinShare = hold(address);
      if (!isBusy() || (isWithinShare && (open <= max * crowded.from || isKnown(address)))) return true;
      held.add(address, -1);
      return false;
    },
    closed(): void {
      open -= 1;
    },
    /**
     * Admits a request; false: it must be refused, and its connection closed. `address`: the client's, `peerAddress`: that of the
     * connection, perhaps a proxy. `hasCredentials` is called only when a stranger would be refused, or many connections are open.
     */
    admits(address: string, peerAddress: string, hasCredentials: () => boolean): boolean {
      const isWithinRate = requests.spend(address);
      if (isWithinRate && !isBusy()) return true;
      return hasCredentials() || (isWithinRate && (isProxy(peerAddress) || hold(peerAddress)));
    },
    /** False: the connection of an unauthenticated client must be closed after its response. */
    mayKeepAlive(peerAddress: string): boolean {
      if (!isBusy() || isProxy(peerAddress)) return true;
      // It was counted when it was opened and when it sent its request.
      held.add(peerAddress, -2);
      return false;
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

/** Counts per network what happened within the last `heldMs`. */
function createRecentCounts(clock: Clock) {
  const stepMs = heldMs / steps;
  /** The count of each step; one more than `steps`, because the current one has just begun. */
  const counts = Array.from({ length: steps + 1 }, () => new Map<string, number>());
  let current = 0;

  function begin(): void {
    const step = Math.floor(clock.monotonic() / stepMs);
    for (current = Math.max(current, step - counts.length); current < step;) {
      current += 1;
      counts[current % counts.length]?.clear();
    }
  }

  return {
    /** Adds to the count of an address, never below zero, and returns it. */
    add(address: string, change: number): number {
      begin();
      const network = throttleAddress(address);
      const before = counts.reduce((sum, count) => sum + (count.get(network) ?? 0), 0);
      const now = counts[current % counts.length];
      now?.set(network, (now.get(network) ?? 0) + Math.max(change, -before));
      return Math.max(0, before + change);
    },
  };
}
