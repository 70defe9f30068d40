/** Running urgent notices of each screen, for the poll of every 3 s: read once after each change, then from memory. */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StoredUrgent, UrgentStore } from './store.ts';

export type RunningUrgents = ReturnType<typeof createRunningUrgents>;

export function createRunningUrgents(urgents: Pick<UrgentStore, 'lastEnd' | 'runningOn'>, clock: Clock) {
  /** End of the last running notice anywhere; undefined: not read since the last change. */
  let until: number | undefined;
  const screens = new Map<number, StoredUrgent[]>();

  function on(playerId: number): StoredUrgent[] {
    const now = clock.now();
    until ??= urgents.lastEnd(now) ?? 0;
    if (now >= until) return [];
    const known = screens.get(playerId);
    const running = known?.filter(({ endsAt }) => endsAt > now);
    // Among the notices that a screen receives, one that ended makes room for an older one.
    if (running && (running.length === known?.length || known?.length !== limits.urgent.perScreen)) return running;
    const read = urgents.runningOn(playerId, now, limits.urgent.perScreen);
    screens.set(playerId, read);
    return read;
  }

  return {
    /** Returns the running notices of a screen, newest first. */
    on,
    /** For the poll; `untilMs`: when time alone changes it, milliseconds since 1970. */
    reportedTo(playerId: number): { ids: number[]; untilMs: number } {
      const running = on(playerId);
      return { ids: running.map(({ id }) => id), untilMs: Math.min(...running.map(({ endsAt }) => endsAt)) };
    },
    /** Must be called when a notice begins or is ended. */
    forget(): void {
      until = undefined;
      screens.clear();
    },
  };
}
