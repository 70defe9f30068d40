/** The only access to cron: when what the server does by itself is due. */
import { createTask } from 'node-cron';
import { type Clock, type Timer } from './clock.ts';

export interface Schedule {
  /** Runs at every minute the expression names in the server's zone, however the clock is set. `run` must not throw. */
  cron(expression: string, run: () => void): Timer;
  /** Runs once, when the start is well over: for what was due while the machine was off. */
  catchUp(run: () => void): Timer;
}

const catchUpAfterMs = 10 * 60_000;
const minuteMs = 60_000;

/** Wakes at each full minute. Returns its number since 1970, and whether the one before was slept through. */
function everyMinute(clock: Clock, isOn: (minute: number, isBeforeMissed: boolean) => void): Timer {
  const minuteNow = () => Math.floor(clock.now() / minuteMs);
  let last = minuteNow();
  let timer: Timer;
  function tick(): void {
    const minute = minuteNow();
    // Timers may come a moment early.
    if (minute !== last) isOn(minute, minute > last + 1);
    last = minute;
    arm();
  }
  function arm(): void {
    timer = clock.after(minuteMs - (clock.now() % minuteMs), tick);
  }
  arm();
  return { cancel: () => timer.cancel() };
}

export function createSchedule(timeZone: string, clock: Clock): Schedule {
  return {
    cron(expression, run) {
      // Only to be asked: node-cron's own timers wait for the hour that they reckoned before the clock was set, thirty days if need be.
      const task = createTask(expression, () => {}, { timezone: timeZone });
      const isDue = (minute: number) => task.match(new Date(minute * minuteMs));
      const minutes = everyMinute(clock, (minute, isBeforeMissed) => {
        if (isDue(minute) || (isBeforeMissed && isDue(minute - 1))) run();
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

/** Nothing happens by itself: for tests. */
export const noSchedule: Schedule = {
  cron: () => ({ cancel() {} }),
  catchUp: () => ({ cancel() {} }),
};
