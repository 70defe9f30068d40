/** The one door to cron: when what the server does by itself is due. */
import { schedule } from 'node-cron';
import { type Clock, type Timer } from './clock.ts';

export interface Schedule {
  /** Runs at every minute that the cron expression names, in the server's time zone. `run` must not throw. */
  cron(expression: string, run: () => void): Timer;
  /** Runs once, when the start is well over: for what was due while the machine was off. */
  catchUp(run: () => void): Timer;
}

const catchUpAfterMs = 10 * 60_000;
/** So late may a run begin, when the program was busy at the second it was due. */
const toleranceMs = 30_000;

export function createSchedule(timeZone: string, clock: Clock): Schedule {
  return {
    cron(expression, run) {
      const task = schedule(expression, run, {
        timezone: timeZone,
        unref: true,
        missedExecutionTolerance: toleranceMs,
        suppressMissedWarning: true,
      });
      return { cancel: () => void task.destroy() };
    },
    catchUp: (run) => clock.after(catchUpAfterMs, run),
  };
}

/** Nothing happens by itself: for tests. */
export const noSchedule: Schedule = {
  cron: () => ({ cancel() {} }),
  catchUp: () => ({ cancel() {} }),
};
