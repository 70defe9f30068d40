/** Converts the times of calls to the clinic's time zone, and finds those outside its opening hours, for thousands of calls. */
import { openMinutes } from '../../../contract/programme/opening.ts';
import type { DayWindow } from '../../../contract/programme/programme.ts';
import { offsetMinutes } from '../../../platform/time-zones.ts';

const minuteMs = 60_000;
/** No zone changes its clocks within a quarter of an hour (in UTC). */
const stepMs = 15 * minuteMs;
/** Minute of the week, from Monday 0:00, at which 1970 began. */
const firstMinute = 3 * 1440;

/** `windows`: opening hours; empty: none, no time is outside. */
export function createLocalTimes(zone: string, windows: readonly DayWindow[]) {
  // A call of Intl takes longer than all other work for a call.
  const offsets = new Map<number, number>();
  const isOpen = openMinutes(windows);

  /** Returns a time whose UTC fields are the local ones. */
  function localMs(at: number): number {
    const step = Math.floor(at / stepMs);
    let offset = offsets.get(step);
    if (offset === undefined) {
      offset = offsetMinutes(zone, at) * minuteMs;
      offsets.set(step, offset);
    }
    return at + offset;
  }

  return {
    hourOf: (at: number): number => new Date(localMs(at)).getUTCHours(),
    /** Returns a time as "09:30:00". */
    textOf: (at: number): string => new Date(localMs(at)).toISOString().slice(11, 19),
    isOutsideHours: (at: number): boolean =>
      windows.length > 0 && !isOpen[(firstMinute + Math.floor(localMs(at) / minuteMs)) % isOpen.length],
  };
}
