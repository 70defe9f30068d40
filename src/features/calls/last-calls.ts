/** Caches the id of each screen's newest call, for the poll of every 3 s; read from the database once after each call. */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CallStore } from './call-store.ts';

export type LastCalls = ReturnType<typeof createLastCalls>;

export function createLastCalls(calls: Pick<CallStore, 'lastId'>, clock: Clock) {
  const cachedIds = new Map<number, Map<number, number>>();

  return {
    /** Returns the id of the newest call; 0 if there was none in the last minutes. */
    of({ userId, playerId }: { userId: number; playerId: number }): number {
      let ofUser = cachedIds.get(userId);
      if (!ofUser) cachedIds.set(userId, (ofUser = new Map()));
      let last = ofUser.get(playerId);
      if (last === undefined) {
        last = calls.lastId({
          user: userId,
          player: playerId,
          since: clock.now() - limits.calls.receiptMs,
        });
        ofUser.set(playerId, last);
      }
      return last;
    },

    /** Must be called after a call, and when rooms change their screens. */
    forget: (userId: number): void => void cachedIds.delete(userId),
  };
}
