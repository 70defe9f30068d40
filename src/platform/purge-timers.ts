/** Purges deleted rows after the time in which a deletion can be undone. */
import type { Clock, Timer } from './clock.ts';
import type { Log } from './log.ts';

/** Delay of a retry after a failed purge (most likely on a full disk). */
const purgeAgainMs = 60_000;

/** `purge` is called with the id when its time has passed; it must accept ids of rows that were purged or restored meanwhile. */
export function createPurgeTimers({ clock, log, purge }: { clock: Clock; log: Log; purge: (id: number) => void }) {
  const timers = new Map<number, Timer>();
  /** Ids whose time has passed: thousands that were deleted together are purged one at a time, between other work. */
  const due: number[] = [];
  let next: Timer | undefined;

  function begin(id: number, delayMs: number): void {
    timers.get(id)?.cancel();
    timers.set(
      id,
      clock.after(delayMs, () => {
        timers.delete(id);
        due.push(id);
        if (!next) purgeNext();
      }),
    );
  }

  function purgeNext(): void {
    next = undefined;
    const id = due.shift();
    if (id === undefined) return;
    try {
      purge(id);
    } catch (error) {
      log.error('purge failed', { id, error });
      begin(id, purgeAgainMs);
    }
    next = clock.after(0, purgeNext);
  }

  return {
    begin,

    cancel(id: number): void {
      timers.get(id)?.cancel();
      timers.delete(id);
    },

    /** Starts the timers after a start of the server; overdue rows are purged now. `dueAt`: ms since 1970, limited to `undoMs` from now. */
    resume(waiting: readonly { id: number; dueAt: number }[], undoMs: number): void {
      for (const { id, dueAt } of waiting) begin(id, Math.max(0, Math.min(undoMs, dueAt - clock.now())));
    },

    /** Stops the timers; waiting rows are purged after the next start. */
    close(): void {
      for (const timer of timers.values()) timer.cancel();
      timers.clear();
      next?.cancel();
    },
  };
}
