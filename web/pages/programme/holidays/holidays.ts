/** Finds the holidays of a programme: rules for a whole day with one date. Pure functions. */
import { daysOfDate, nationalHolidays } from '../../../../src/contract/programme/dates.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { weekdayNames } from '../../../../src/contract/programme/texts.ts';
import { dateText, dayOfDate, weekdayOf } from '../../../components/programme/local-time.ts';

export interface Holiday {
  name: string;
  /** Date in a notation of dates.ts: '12-25', 'easter-2' or '2026-12-24'. */
  date: string;
  /** First day of the holiday's next occurrence, such as '2026-12-25'. */
  day: string;
  isNational: boolean;
  /** undefined if the usual programme plays on the holiday. */
  rule: Schedule | undefined;
}

export const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Returns the national holidays and the holidays in the rules, sorted by their next date. `today`: '2026-11-22'. */
export function holidaysOf(rules: readonly Schedule[], today: string): Holiday[] {
  const holidayRules = rules.filter(
    ({ dates, days, from, to }) => dates.length === 1 && days.length === 7 && from === to,
  );
  const ruleOf = (date: string) => holidayRules.find((rule) => rule.dates[0] === date);
  const local = holidayRules.flatMap((rule) => {
    const [date = ''] = rule.dates;
    const isListed = nationalHolidays.some((each) => each.date === date) || ruleOf(date) !== rule;
    return isListed ? [] : [{ date, name: rule.name || (rule.playlist?.name ?? '') }];
  });
  return [...nationalHolidays, ...local]
    .flatMap(({ date, name }, index) => {
      const day = nextDay(date, today);
      return day ? [{ date, name, day, isNational: index < nationalHolidays.length, rule: ruleOf(date) }] : [];
    })
    .sort((a, b) => a.day.localeCompare(b.day));
}

/** Returns the first day of the date's next occurrence; undefined if the date is past. 29 February may be eight years ahead. */
export function nextDay(date: string, today: string): string | undefined {
  const year = Number(/^\d{4}/.exec(date)?.[0] ?? today.slice(0, 4));
  for (let each = year; each < year + 9; each += 1) {
    const days = daysOfDate(date, each);
    if (days && days.last >= today) return days.first;
  }
  return undefined;
}

/** Formats a day: '2026-12-25' -> 'sex, 25/12/2026' */
export const dayInWords = (day: string): string => `${weekdayNames[weekdayOf(dayOfDate(day))]}, ${dateText(day)}`;
