/** Caches the running urgent notices of each screen for its polls. After a change each screen's notices are read only once. */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StoredUrgent, UrgentStore } from './store.ts';

export type RunningUrgents = ReturnType<typeof createRunningUrgents>;

export function createRunningUrgents(urgents: Pick<UrgentStore, 'lastEnd' | 'runningOn'>, clock: Clock) {
  /** Time at which the last of all accounts' running notices ends; undefined if it was not read since the last change. */
  let lastEndsAt: number | undefined;
  const noticesByScreen = new Map<number, StoredUrgent[]>();

  function runningOn(playerId: number): StoredUrgent[] {
    const now = clock.now();
    lastEndsAt ??= urgents.lastEnd(now) ?? 0;
    if (now >= lastEndsAt) return [];
    const cached = noticesByScreen.get(playerId);
    const running = cached?.filter(({ endsAt }) => endsAt > now);
    // A screen gets a limited number of notices: when one ends, an older one may follow, so read again.
    if (running && (running.length === cached?.length || cached?.length !== limits.urgent.perScreen)) return running;
    const read = urgents.runningOn(playerId, now, limits.urgent.perScreen);
    noticesByScreen.set(playerId, read);
    return read;
  }

  return {
    /** Returns the running notices of a screen, newest first. */
    runningOn,
    /** Returns the running notices for the poll. `untilMs`: end of the one that ends first (ms since 1970), or Infinity. */
    runningForPoll(playerId: number): { ids: number[]; keys: string[]; untilMs: number } {
      const running = runningOn(playerId);
      return {
        ids: running.map(({ id }) => id),
        keys: running.map(({ key }) => key),
        untilMs: Math.min(...running.map(({ endsAt }) => endsAt)),
      };
    },
    /** Clears the cache. Must be called when a notice is sent or ended. */
    forget(): void {
      lastEndsAt = undefined;
      noticesByScreen.clear();
    },
  };
}
