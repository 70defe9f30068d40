/**
 * Calculates the age of calls by the monotonic clock: the server's clock may be set while screens show them. Keeps the last calls
 * of each account in memory.
 */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StoredCall } from './call-store.ts';

type CallIdentity = Pick<StoredCall, 'id' | 'createdAt'>;

export type CallAges = ReturnType<typeof createCallAges>;

export function createCallAges(clock: Pick<Clock, 'now' | 'monotonic'>) {
  /** The last calls of each account that this process created, oldest first; `at`: monotonic time of the call in milliseconds. */
  const recentCalls = new Map<number, (CallIdentity & { at: number })[]>();

  const ofAccount = (userId: number, withinMs: number) =>
    (recentCalls.get(userId) ?? []).filter(({ at }) => clock.monotonic() - at < withinMs);

  return {
    /** Must be called for each new call. */
    begin(userId: number, { id, createdAt }: CallIdentity): void {
      // A rolled back call may have had the same id.
      const others = ofAccount(userId, limits.calls.stripLifeMs).filter((one) => one.id !== id);
      recentCalls.set(userId, [...others, { id, createdAt, at: clock.monotonic() }]);
    },

    /** Returns the time, in milliseconds since 1970, after which all calls of the last `withinMs` were created. */
    since: (userId: number, withinMs: number): number =>
      Math.min(clock.now() - withinMs, ...ofAccount(userId, withinMs).map(({ createdAt }) => createdAt - 1)),

    /** Returns the age of a call in milliseconds; undefined if it lies in the future because the clock was set back before a restart. */
    of(userId: number, { id, createdAt }: CallIdentity): number | undefined {
      const recentCall = recentCalls.get(userId)?.find((one) => one.id === id && one.createdAt === createdAt);
      if (recentCall) return clock.monotonic() - recentCall.at;
      const ageMs = clock.now() - createdAt;
      return ageMs < 0 ? undefined : ageMs;
    },
  };
}
