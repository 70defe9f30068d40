/** Calculates a month of a programme. Days are counted since 1970. Pure functions. */
import type { ProgrammeRule } from '../../../../src/contract/programme/programme.ts';
import { dateOfDay, dayMinutes, weekdayOf } from '../../../components/programme/local-time.ts';
import { segmentsOf } from '../week/week.ts';

/** A part of a day in which a rule plays. */
export interface DayRule {
  ruleId: number;
  plays: number | 'dark';
  /** Minutes since midnight; `to` is exclusive. */
  from: number;
  to: number;
}

export interface MonthDay {
  day: number;
  isInMonth: boolean;
  rules: readonly DayRule[];
}

/** Returns the first day of the month that is `monthsAhead` months after the month of `today`. */
export function firstOfMonth(today: number, monthsAhead: number): number {
  const [year = 0, month = 1] = dateOfDay(today).split('-').map(Number);
  return Date.UTC(year, month - 1 + monthsAhead, 1) / 86_400_000;
}

/** Returns the weeks of the month that begins on `first`, each from Monday to Sunday. */
export function weeksOfMonth(rules: readonly ProgrammeRule[], first: number): MonthDay[][] {
  const month = dateOfDay(first).slice(0, 7);
  const end = firstOfMonth(first, 1);
  const weeks: MonthDay[][] = [];
  for (let monday = first - weekdayOf(first); monday < end; monday += 7) {
    const segments = segmentsOf(rules, null, monday);
    weeks.push(
      Array.from({ length: 7 }, (_, weekday) => {
        const dayRules: DayRule[] = [];
        const start = weekday * dayMinutes;
        for (const { from, to, ruleId, winner } of segments)
          if (ruleId !== null && winner && to > start && from < start + dayMinutes)
            dayRules.push({
              ...{ ruleId, plays: winner.rule.plays },
              ...{ from: Math.max(from - start, 0), to: Math.min(to - start, dayMinutes) },
            });
        const day = monday + weekday;
        return { day, isInMonth: dateOfDay(day).startsWith(month), rules: dayRules };
      }),
    );
  }
  return weeks;
}
