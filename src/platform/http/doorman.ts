/**
 * Who gets a connection (src/README 5.5). uWebSockets.js tells of each that opens from where, and of those that close
 * only that one did: so addresses (IPv6: a /64) are held by how fast they open, and all together by how many are open. Idle
 * ones end by themselves within 12 s.
 */
import type { Clock } from '../clock.ts';
import { throttleAddress } from '../throttle.ts';

export interface DoormanOptions {
  clock: Clock;
  /** Connections that the process can hold. */
  most: number;
  /** Our own proxies open connections for everybody. */
  isProxy(address: string): boolean;
}

/** From this part of `most` on an address may open `burst` at once and then `perSecond`. */
const busy = { from: 0.25, burst: 200, perSecond: 20 };
/** From this part on only addresses get in from which a screen or a person came lately. */
const crowded = { from: 0.8, lately: 10 * 60_000 };
const maxAddresses = 20_000;

export type Doorman = ReturnType<typeof createDoorman>;

export function createDoorman({ clock, most, isProxy }: DoormanOptions) {
  let open = 0;
  const buckets = new Map<string, { left: number; at: number }>();
  /** Address -> when somebody proven came from there. */
  const known = new Map<string, number>();

  function bound(map: Map<string, unknown>): void {
    if (map.size > maxAddresses) map.delete(map.keys().next().value as string);
  }

  function mayOpen(address: string): boolean {
    const now = clock.monotonic();
    const before = buckets.get(address) ?? { left: busy.burst, at: now };
    const left = Math.min(busy.burst, before.left + ((now - before.at) / 1000) * busy.perSecond);
    buckets.delete(address);
    buckets.set(address, { left: Math.max(0, left - 1), at: now });
    bound(buckets);
    return left >= 1;
  }

  const isKnown = (network: string) => clock.monotonic() - (known.get(network) ?? -Infinity) < crowded.lately;

  return {
    /** Counts one that opened; false: it must be closed. */
    opened(address: string): boolean {
      open += 1;
      if (open > most) return false;
      const network = throttleAddress(address);
      const isQuick = !mayOpen(network);
      if (open <= most * busy.from || isProxy(address)) return true;
      if (isQuick) return false;
      return open <= most * crowded.from || isKnown(network);
    },
    closed(): void {
      open -= 1;
    },
    /** A screen or a person has proven itself from there. */
    proven(address: string): void {
      const network = throttleAddress(address);
      known.delete(network);
      known.set(network, clock.monotonic());
      bound(known);
    },
    count: () => open,
  };
}
