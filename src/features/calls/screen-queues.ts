/** Stores in memory which calls wait on each screen. Screens report their waiting calls, also after a restart of the server. */
import type { QueuedOn, QueueInput } from '../../contract/calls.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';

interface WaitingCall {
  callId: number;
  position: number;
  /** Monotonic time in milliseconds at which the screen will show the call; null: unknown. */
  startsAt: number | null;
  /** Monotonic time of the report in milliseconds. */
  at: number;
}

export type ScreenQueues = ReturnType<typeof createScreenQueues>;

export function createScreenQueues(clock: Pick<Clock, 'monotonic'>) {
  const byUser = new Map<number, Map<number, readonly WaitingCall[]>>();

  /** True if the screen should have shown the call by now. It has probably been switched off, and sends no more reports. */
  const isOverdue = ({ startsAt, at }: WaitingCall, now: number) =>
    now > (startsAt === null ? at + limits.calls.receiptMs : startsAt + limits.calls.overdueMs);

  return {
    /** Replaces the waiting calls of a screen. */
    set(userId: number, playerId: number, calls: QueueInput['calls']): void {
      const at = clock.monotonic();
      const screens = byUser.get(userId) ?? new Map<number, readonly WaitingCall[]>();
      byUser.set(userId, screens);
      if (calls.length === 0) screens.delete(playerId);
      else
        screens.set(
          playerId,
          calls.map(({ id: callId, startsInMs }, index) => ({
            ...{ callId, position: index + 1, at },
            startsAt: startsInMs === null ? null : at + startsInMs,
          })),
        );
      if (screens.size === 0) byUser.delete(userId);
    },

    /** Returns the account's screens that last reported a call as waiting, including screens that have shown it since. */
    of(userId: number, callId: number): QueuedOn[] {
      const now = clock.monotonic();
      return [...(byUser.get(userId) ?? [])].flatMap(([playerId, waiting]) =>
        waiting
          .filter((one) => one.callId === callId && !isOverdue(one, now))
          .map(({ position, startsAt }) => ({
            ...{ playerId, position },
            startsInMs: startsAt === null ? null : Math.round(Math.max(0, startsAt - now)),
          })),
      );
    },
  };
}
