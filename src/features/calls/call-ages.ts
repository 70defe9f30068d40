/**
 * Calculates the age of calls by the monotonic clock: the server's clock may be set while screens show the calls. Keeps the last calls
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

  /**
   * Returns an account's recent calls, without those that are old by the server's clock: the monotonic clock does not advance
   * while the computer sleeps.
   */
  const recentCallsOf = (userId: number, withinMs: number) =>
    (recentCalls.get(userId) ?? []).filter(
      ({ at, createdAt }) =>
        clock.monotonic() - at < withinMs && clock.now() - createdAt < withinMs + limits.calls.stripLifeMs,
    );
  const find = (userId: number, { id, createdAt }: CallIdentity) =>
    recentCallsOf(userId, limits.calls.stripLifeMs).find((one) => one.id === id && one.createdAt === createdAt);

  return {
    /** Must be called for each new call. */
    add(userId: number, { id, createdAt }: CallIdentity): void {
      // A rolled back call may have had the same id.
      const others = recentCallsOf(userId, limits.calls.stripLifeMs).filter((one) => one.id !== id);
      // Forget accounts that have stopped calling or were deleted.
      for (const [owner, calls] of recentCalls)
        if (clock.monotonic() - (calls.at(-1)?.at ?? 0) >= limits.calls.stripLifeMs) recentCalls.delete(owner);
      recentCalls.set(userId, [...others, { id, createdAt, at: clock.monotonic() }]);
    },

    /** Returns the time, in milliseconds since 1970, after which all calls of the last `withinMs` were created. */
    since: (userId: number, withinMs: number): number =>
      Math.min(clock.now() - withinMs, ...recentCallsOf(userId, withinMs).map(({ createdAt }) => createdAt - 1)),

    /** Returns the age of a call in milliseconds; 0 if it lies in the future. */
    of(userId: number, call: CallIdentity): number {
      const recentCall = find(userId, call);
      return recentCall ? Math.round(clock.monotonic() - recentCall.at) : Math.max(0, clock.now() - call.createdAt);
    },

    /** True if the age is right even if the clock was set since the call; false for calls of an earlier process. */
    isExact: (userId: number, call: CallIdentity): boolean => find(userId, call) !== undefined,
  };
}
