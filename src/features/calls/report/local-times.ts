/** Converts times to the clinic's time zone, and finds those outside the opening hours, fast enough for thousands of calls. */
import { openMinutes } from '../../../contract/programme/opening-hours.ts';
import type { DayWindow } from '../../../contract/programme/programme.ts';
import { createLocalClock } from '../../../platform/time-zones.ts';

const minuteMs = 60_000;
/** Minute of the week, from Monday 0:00, at which 1970 began. */
const firstMinute = 3 * 1440;

/** `windows`: opening hours. If there are none, no time is outside of them. */
export function createLocalTimes(zone: string, windows: readonly DayWindow[]) {
  const localMs = createLocalClock(zone);
  const isOpen = openMinutes(windows);

  return {
    hourOf: (at: number): number => new Date(localMs(at)).getUTCHours(),
    /** Returns a time as "09:30:00". */
    textOf: (at: number): string => new Date(localMs(at)).toISOString().slice(11, 19),
    isOutsideHours: (at: number): boolean =>
      windows.length > 0 && !isOpen[(firstMinute + Math.floor(localMs(at) / minuteMs)) % isOpen.length],
  };
}
