/**
 * Limits the number of unpaired devices with a code, per address and in total. At the limit, the requests of devices that have
 * stopped polling are deleted; if there are none, a further device is refused. So a flood displaces no waiting TV.
 */
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createTokenBuckets } from '../../../platform/http/access/token-bucket.ts';
import type { PairingRequestStore } from './request-store.ts';

const { perAddress, total, burst, perSecond, quietMs } = limits.pairing;

export function createPairingCapacity(requests: Pick<PairingRequestStore, 'listOpen' | 'remove'>, clock: Clock) {
  /** Monotonic time in ms of each device's last poll, by the hash of the device's secret. */
  const polledAt = new Map<string, number>();
  const buckets = createTokenBuckets(clock, { burst, perSecond });
  const startedAt = clock.monotonic();

  const isQuiet = (secretHash: string) => clock.monotonic() - (polledAt.get(secretHash) ?? startedAt) >= quietMs;

  return {
    recordPoll: (secretHash: string): void => void polledAt.set(secretHash, clock.monotonic()),

    /** Drops poll times that are so old that the device's codes have expired. */
    dropOldPolls(): void {
      for (const [hash, at] of polledAt) if (clock.monotonic() - at >= limits.pairing.lifeMs) polledAt.delete(hash);
    },

    /** Makes space for one more device at this address. Must be called in the transaction that adds it. Throws too_many_requests. */
    makeSpace(address: string): void {
      if (!buckets.spend(address))
        throw new AppError('too_many_requests', undefined, { retryAfterS: Math.ceil(1 / perSecond) });
      const open = requests.listOpen();
      const ofAddress = open.filter((request) => request.address === address);
      const candidates = ofAddress.length >= perAddress ? ofAddress : open.length >= total ? open : [];
      if (candidates.length === 0) return;
      const quiet = candidates.filter(({ secretHash }) => isQuiet(secretHash));
      for (const { id } of quiet) requests.remove(id);
      if (quiet.length === 0) throw new AppError('too_many_requests', undefined, { retryAfterS: quietMs / 1000 });
    },
  };
}

export type PairingCapacity = ReturnType<typeof createPairingCapacity>;
