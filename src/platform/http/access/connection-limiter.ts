/**
 * Limits connections, and the requests of unauthenticated clients (src/README 5.5). uWebSockets.js does not report the address of a
 * closed connection. An address is therefore assumed to hold the connections that it opened within `heldMs`: an idle connection
 * ends within 12 s, and while many connections are open an unauthenticated client's connection is closed after its response.
 */
import type { Clock } from '../../clock.ts';
import { networkOf } from '../../throttle.ts';
import { dropOldest, createTokenBuckets } from './token-bucket.ts';

export interface ConnectionLimiterOptions {
  clock: Clock;
  /** Number of connections that the process can hold. */
  max: number;
  /** True for our own proxies: they open connections for many clients, so their address is not limited. */
  isProxy(address: string): boolean;
}

/** Limit of requests by an address's unauthenticated clients: after a power cut all screens of a clinic load their pages. */
const unauthenticated = { burst: 1_000, perSecond: 100 };
/** Up to this share of `max`, connections are not limited by address. */
const busyFrom = 0.25;
/**
 * Above `busyFrom`, an address may hold at most as many connections as are free up to `openShare` of `max`, so that others always
 * get some. While at most `few.share` of `max` are open, it may hold `few.connections` in any case. A recently authenticated
 * address may hold as many as are free up to `max`.
 */
const openShare = 0.8;
const few = { share: 0.95, connections: 2 };
/** Time for which an address counts as authenticated after a request of an authenticated screen or person. */
const authenticatedForMs = 10 * 60_000;
/** Estimated life of an idle connection, and the number of periods into which `createRecentCounts` divides it. */
const heldMs = 12_000;
const periods = 4;

export type ConnectionLimiter = ReturnType<typeof createConnectionLimiter>;

export function createConnectionLimiter({ clock, max, isProxy }: ConnectionLimiterOptions) {
  let open = 0;
  const requests = createTokenBuckets(clock, unauthenticated);
  const recentCounts = createRecentCounts(clock);
  /** Network -> monotonic time of its last authenticated request. */
  const authenticatedAt = new Map<string, number>();

  const isBusy = () => open > max * busyFrom;
  const wasAuthenticated = (address: string) =>
    clock.monotonic() - (authenticatedAt.get(networkOf(address)) ?? -Infinity) < authenticatedForMs;

  /** Counts a connection for `heldMs` from now on. Returns false if its address holds too many. */
  function hold(address: string): boolean {
    const count = recentCounts.add(address);
    if (count <= max * (wasAuthenticated(address) ? 1 : openShare) - open) return true;
    return count <= few.connections && open <= max * few.share;
  }

  return {
    /** Counts an opened connection. Returns false if it must be closed. */
    opened(address: string): boolean {
      open += 1;
      if (open > max) return false;
      if (isProxy(address)) return true;
      const isWithinShare = hold(address);
      if (!isBusy() || isWithinShare) return true;
      recentCounts.remove(address);
      return false;
    },
    closed(): void {
      open -= 1;
    },
    /**
     * Returns false if the request must be refused and its connection closed. `address`: the client's; `peerAddress`: the
     * connection's, perhaps a proxy's. `hasCredentials` is called only if the address exceeds its rate or `isBusy`.
     */
    admits(address: string, peerAddress: string, hasCredentials: () => boolean): boolean {
      const isWithinRate = requests.spend(address);
      if (isWithinRate && !isBusy()) return true;
      return hasCredentials() || (isWithinRate && (isProxy(peerAddress) || hold(peerAddress)));
    },
    /** Returns false if the connection of an unauthenticated client must be closed after its response. */
    mayKeepAlive(peerAddress: string): boolean {
      if (!isBusy() || isProxy(peerAddress)) return true;
      // The connection was counted when it was opened and when it sent its request.
      recentCounts.remove(peerAddress);
      recentCounts.remove(peerAddress);
      return false;
    },
    /** True while addresses are limited to a share of the connections. */
    isBusy,
    /** Records that a request was authenticated: it and its connection no longer count as unauthenticated. Addresses as in `admits`. */
    authenticated(peerAddress: string, address = peerAddress): void {
      requests.refund(address);
      if (isBusy()) recentCounts.remove(peerAddress);
      const network = networkOf(peerAddress);
      authenticatedAt.delete(network);
      authenticatedAt.set(network, clock.monotonic());
      dropOldest(authenticatedAt);
    },
    count: () => open,
  };
}

/** Counts connections per network. Each is counted for `heldMs` to 1.25 `heldMs`, until its period expires. */
function createRecentCounts(clock: Clock) {
  /** Network -> count, for each period, the oldest first. One more than `periods`, because the newest one is incomplete. */
  const counts = Array.from({ length: periods + 1 }, () => new Map<string, number>());
  let lastPeriod = 0;

  /** Drops the counts of periods that have expired, and adds empty counts for new periods. */
  function advance(): void {
    const period = Math.floor((clock.monotonic() * periods) / heldMs);
    for (lastPeriod = Math.max(lastPeriod, period - counts.length); lastPeriod < period; lastPeriod += 1) {
      counts.shift();
      counts.push(new Map());
    }
  }

  return {
    /** Adds a connection of an address. Returns the number of its network's connections. */
    add(address: string): number {
      advance();
      const network = networkOf(address);
      const newest = counts.at(-1);
      newest?.set(network, (newest.get(network) ?? 0) + 1);
      return counts.reduce((sum, count) => sum + (count.get(network) ?? 0), 0);
    },
    /** Removes the oldest connection of an address's network from the counts. */
    remove(address: string): void {
      advance();
      const network = networkOf(address);
      const oldest = counts.find((count) => count.has(network));
      const left = (oldest?.get(network) ?? 0) - 1;
      if (left > 0) oldest?.set(network, left);
      else oldest?.delete(network);
    },
  };
}
