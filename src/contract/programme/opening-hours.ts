/** Calculates when a clinic is open, and the rules that apply while it is closed (contract/README 16.10). */
import { type DayWindow, itemAt, type ProgrammeRule, type ZoneOffsets } from './programme.ts';

export interface OpeningHours {
  /** Empty: no hours are set, and the clinic counts as always open. */
  windows: readonly DayWindow[];
  /** State of screens outside these hours: dark, or each screen plays its base playlist. */
  outside: 'dark' | 'base';
}

/** Id of the rules that apply while the clinic is closed. No stored rule has it. */
export const whileClosedRuleId = 2_147_483_647;
/** Id that no playlist has, for rules that leave the base playlist playing. */
export const noPlaylistId = 2_147_483_647;

/** Priority above all stored rules. */
const whileClosedPriority = 10;
const [dayMinutes, weekMinutes] = [1440, 7 * 1440];

/** True if the clinic is open at a time, or has no opening hours. */
export const isOpenAt = (windows: readonly DayWindow[], offsets: ZoneOffsets, wallMs: number): boolean =>
  itemAt({ validFrom: null, validUntil: null, windows }, offsets, wallMs).isShown;

/** Returns for each minute of a week, from Monday 0:00, whether a window contains it. Each window ends `extraMinutes` later. */
export function openMinutes(windows: readonly DayWindow[], extraMinutes = 0): boolean[] {
  const isOpen = Array.from<boolean>({ length: weekMinutes }).fill(false);
  for (const { days, from, to } of windows)
    for (const day of days) {
      const length = (to > from ? to - from : to - from + dayMinutes) + extraMinutes;
      for (let minute = 0; minute < length; minute += 1)
        isOpen[(day * dayMinutes + from + minute) % weekMinutes] = true;
    }
  return isOpen;
}

/** Returns the rules that apply while the clinic is closed. Each rule begins one minute after the clinic closes. */
export function rulesWhileClosed({ windows, outside }: OpeningHours): ProgrammeRule[] {
  if (windows.length === 0) return [];
  const isOpen = openMinutes(windows, 1);
  /** Key: closed hours as 'FROM TO' in minutes; '0 420' is 0:00 to 7:00. Value: the weekdays with these closed hours. */
  const days = new Map<string, number[]>();
  for (let day = 0; day < 7; day += 1)
    for (let from = 0, to = 0; from < dayMinutes; from = to + 1) {
      while (from < dayMinutes && isOpen[day * dayMinutes + from]) from += 1;
      for (to = from; to < dayMinutes && !isOpen[day * dayMinutes + to];) to += 1;
      if (to > from) days.set(`${from} ${to % dayMinutes}`, [...(days.get(`${from} ${to % dayMinutes}`) ?? []), day]);
    }
  return [...days].map(([hours, closedDays]) => {
    const [from = 0, to = 0] = hours.split(' ').map(Number);
    return {
      ...{
        id: whileClosedRuleId,
        target: 'screen',
        priority: whileClosedPriority,
        weeks: 'every',
        firstDate: null,
        lastDate: null,
      },
      // While a rule's playlist has nothing to show, the base playlist plays, on older players too.
      plays: outside === 'dark' ? 'dark' : noPlaylistId,
      ...{ days: closedDays, from, to },
    };
  });
}
