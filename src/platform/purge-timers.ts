/** Purges deleted rows after the time in which a deletion can be undone. */
import type { Clock, Timer } from './clock.ts';
import type { Log } from './log.ts';

/** Number of rows that are purged at once, which takes a few milliseconds. */
const rowsPerStep = 20;
/** Delay of a retry after a failed purge, which usually means that the disk is full. */
const purgeAgainMs = 60_000;

interface PurgeTimersDeps {
  clock: Clock;
  log: Log;
  /** Called with up to `rowsPerStep` ids of rows whose time has passed; must accept ids of rows purged or restored meanwhile. */
  purge: (ids: readonly number[]) => void;
}

export function createPurgeTimers({ clock, log, purge }: PurgeTimersDeps) {
  /** The timer of each row; rows that were deleted together share one. */
  const timers = new Map<number, Timer>();
  /** Ids of rows whose time has passed, in steps: thousands of rows that were deleted together are purged between other work. */
  const dueSteps: number[][] = [];
  let nextStep: Timer | undefined;

  function begin(ids: readonly number[], delayMs: number): void {
    if (ids.length === 0) return;
    const timer = clock.after(delayMs, () => {
      const dueIds = ids.filter((id) => timers.get(id) === timer);
      for (const id of dueIds) timers.delete(id);
      for (let i = 0; i < dueIds.length; i += rowsPerStep) dueSteps.push(dueIds.slice(i, i + rowsPerStep));
      if (!nextStep) purgeNext();
    });
    for (const id of ids) timers.set(id, timer);
  }

  function purgeNext(): void {
    nextStep = undefined;
    const ids = dueSteps.shift();
    if (!ids) return;
    try {
      purge(ids);
    } catch (error) {
      log.error('purge failed', { ids, error });
      // Retry each row by itself: one that always fails must not block the others.
      for (const id of ids) begin([id], purgeAgainMs);
    }
    nextStep = clock.after(0, purgeNext);
  }

  return {
    /** Purges rows after `delayMs` unless `cancel` is called before. */
    begin,

    cancel(ids: readonly number[]): void {
      for (const id of ids) timers.delete(id);
    },

    /** Starts the timers after a start of the server; overdue rows are purged now. `dueAt`: ms since 1970, limited to `undoMs` from now. */
    resume(waiting: readonly { id: number; dueAt: number }[], undoMs: number): void {
      const idsByDelay = new Map<number, number[]>();
      for (const { id, dueAt } of waiting) {
        const delayMs = Math.max(0, Math.min(undoMs, dueAt - clock.now()));
        const sameDelay = idsByDelay.get(delayMs);
        if (sameDelay) sameDelay.push(id);
        else idsByDelay.set(delayMs, [id]);
      }
      for (const [delayMs, ids] of idsByDelay) begin(ids, delayMs);
    },

    /** Stops the timers; waiting rows are purged after the next start. */
    close(): void {
      for (const timer of timers.values()) timer.cancel();
      timers.clear();
      nextStep?.cancel();
    },
  };
}
