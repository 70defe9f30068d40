/** Runs the server's scheduled work. The only access to cron. */
import { createTask } from 'node-cron';
import { type Clock, type Timer } from './clock.ts';

export interface Scheduler {
  /** Calls `run` in every minute that matches the expression in the server's time zone, also after the clock was set. `run` must not throw. */
  cron(expression: string, run: () => void): Timer;
  /** Calls `run` once, in ten minutes. Call it at the server's start, for work that was due while the machine was off. */
  catchUp(run: () => void): Timer;
}

const catchUpAfterMs = 10 * 60_000;
const minuteMs = 60_000;

/** Calls `onMinute` at each full minute. `minute`: since 1970. `missedPrevious`: there was no call for the minute before. */
function everyMinute(clock: Clock, onMinute: (minute: number, missedPrevious: boolean) => void): Timer {
  const minuteNow = () => Math.floor(clock.now() / minuteMs);
  let last = minuteNow();
  let timer: Timer;
  function tick(): void {
    const minute = minuteNow();
    // Timers may fire a moment early.
    if (minute !== last) onMinute(minute, minute > last + 1);
    last = minute;
    scheduleNext();
  }
  function scheduleNext(): void {
    timer = clock.after(minuteMs - (clock.now() % minuteMs), tick);
  }
  scheduleNext();
  return { cancel: () => timer.cancel() };
}

export function createScheduler(timeZone: string, clock: Clock): Scheduler {
  return {
    cron(expression, run) {
      // Used for matching only: node-cron's own timers do not notice a changed clock, and may then fire up to 30 days late.
      const task = createTask(expression, () => {}, { timezone: timeZone });
      const isDue = (minute: number) => task.match(new Date(minute * minuteMs));
      const minutes = everyMinute(clock, (minute, missedPrevious) => {
        if (isDue(minute) || (missedPrevious && isDue(minute - 1))) run();
      });
      return {
        cancel() {
          minutes.cancel();
          void task.destroy();
        },
      };
    },
    catchUp: (run) => clock.after(catchUpAfterMs, run),
  };
}

/** A scheduler that runs nothing, for tests. */
export const noScheduler: Scheduler = {
  cron: () => ({ cancel() {} }),
  catchUp: () => ({ cancel() {} }),
};
