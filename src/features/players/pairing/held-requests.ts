/**
 * Bounds the number of unpaired devices that wait. Whoever asks without end takes no place from a TV that shows its
 * code: first those leave that nobody asks after any more, and a device that renews its code keeps its place.
 */
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { PairingRequestStore } from './request-store.ts';

const { perAddress, total, burst, perSecond, quietMs } = limits.pairing;
const maxAddresses = 10_000;

export function createPairingCapacity(requests: Pick<PairingRequestStore, 'listOpen' | 'remove'>, clock: Clock) {
  /** Hash of the secret -> monotonic time of its last poll. */
  const seen = new Map<string, number>();
  const buckets = new Map<string, { left: number; at: number }>();
  const startedAt = clock.monotonic();

  function spend(address: string): void {
    const now = clock.monotonic();
    const bucket = buckets.get(address) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    buckets.delete(address);
    buckets.set(address, bucket);
    const oldest = buckets.keys().next();
    if (buckets.size > maxAddresses && !oldest.done) buckets.delete(oldest.value);
    if (bucket.left < 1) throw new AppError('too_many_requests', undefined, { retryAfterS: Math.ceil(1 / perSecond) });
    bucket.left -= 1;
  }

  const isQuiet = (secretHash: string) => clock.monotonic() - (seen.get(secretHash) ?? startedAt) >= quietMs;

  return {
    noteSeen: (secretHash: string): void => void seen.set(secretHash, clock.monotonic()),

    /** Forgets devices that have not polled for a long time. */
    forget(): void {
      for (const [hash, at] of seen) if (clock.monotonic() - at >= limits.pairing.lifeMs) seen.delete(hash);
    },

    /** Makes space for one more device of this address. Must be called in the transaction that adds it. Throws too_many_requests. */
    makeRoom(address: string): void {
      spend(address);
      const open = requests.listOpen();
      const own = open.filter((request) => request.address === address);
      const crowd = own.length >= perAddress ? own : open.length >= total ? open : [];
      if (crowd.length === 0) return;
      const quiet = crowd.filter(({ secretHash }) => isQuiet(secretHash));
      for (const { id } of quiet) requests.remove(id);
      if (quiet.length === 0) throw new AppError('too_many_requests', undefined, { retryAfterS: quietMs / 1000 });
    },
  };
}

export type PairingCapacity = ReturnType<typeof createPairingCapacity>;
