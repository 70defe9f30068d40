/** Converts times to the clinic's local minutes since 1970. Every local day has 1440 of them, also when the clocks change. */
import { offsetMinutes } from '../../ui/text/format.ts';

export const dayMinutes = 1440;
const minuteMs = 60_000;

/** Returns the clinic's local minute at a moment (ms since 1970). */
export const localMinuteAt = (ms: number): number =>
  Math.floor(ms / minuteMs) + offsetMinutes(new Date(ms).toISOString());

/** Returns a local minute's day, in days since 1970. */
export const dayOfMinute = (minute: number): number => Math.floor(minute / dayMinutes);

/** Returns the weekday of a day: 0 (Monday) to 6 (Sunday). 1970 began on a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Returns '2026-12-25' for a day, in days since 1970. */
export const dateOfDay = (day: number): string => new Date(day * dayMinutes * minuteMs).toISOString().slice(0, 10);

/** Returns the days since 1970 for '2026-12-25'; NaN for anything else. */
export const dayOfDate = (date: string): number => Date.parse(`${date}T00:00:00Z`) / (dayMinutes * minuteMs);

/** Returns '25/12/2026' for '2026-12-25'. */
export const dateText = (date: string): string => date.split('-').reverse().join('/');

/** Returns '07:00' for minutes since midnight, the format of `<input type="time">`. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Returns the minutes since midnight for '07:00' or '07:00:30'; undefined for anything else. */
export function minuteOf(clock: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return Number(hours) * 60 + Number(minutes);
}
