/** Purges deleted rows after the time in which a deletion can be undone. */
import type { Clock, Timer } from './clock.ts';
import type { Log } from './log.ts';

/** After an error of the purge itself (a full disk, most likely). */
const purgeAgainMs = 60_000;

/** `purge` is called with the id when its time is over; it must bear ids that are gone or were taken back. */
export function createPurgeTimers({ clock, log, purge }: { clock: Clock; log: Log; purge: (id: number) => void }) {
  const timers = new Map<number, Timer>();

  function begin(id: number, delayMs: number): void {
    timers.get(id)?.cancel();
    timers.set(
      id,
      clock.after(delayMs, () => {
        timers.delete(id);
        try {
          purge(id);
        } catch (error) {
          log.error('purge failed', { id, error });
          begin(id, purgeAgainMs);
        }
      }),
    );
  }

  return {
    begin,

    cancel(id: number): void {
      timers.get(id)?.cancel();
      timers.delete(id);
    },

    /** Goes on after a start: what is overdue is purged now. `dueAt`: ms since 1970, never later than `undoMs` from now. */
    resume(waiting: readonly { id: number; dueAt: number }[], undoMs: number): void {
      for (const { id, dueAt } of waiting) begin(id, Math.max(0, Math.min(undoMs, dueAt - clock.now())));
    },

    /** Stops the timers; what still waits is purged after the next start. */
    close(): void {
      for (const timer of timers.values()) timer.cancel();
      timers.clear();
    },
  };
}
