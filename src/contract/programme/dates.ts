/**
 * Dates of rules, and Brazil's national holidays. Imports only types: the studio's bundle uses this file. Notations:
 * - `2026-12-25`: one day
 * - `2026-12-24/2026-12-26`: a range of days
 * - `12-25`: this day of every year
 * - `easter-2`: every year, two days before Easter Sunday
 */
import type { ProgrammeRule } from './programme.ts';

const dayMs = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the time of Easter Sunday (Gregorian calendar, algorithm of Meeus, Jones and Butcher). */
function easterMs(year: number): number {
  const [century, yearOfCentury, golden] = [Math.floor(year / 100), year % 100, year % 19];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

/**
 * Returns the first and the last day of a date in a year; undefined if the date is invalid or does not occur in that year. A
 * range belongs to the year in which it begins.
 */
export function daysOfDate(date: string, year: number): { first: string; last: string } | undefined {
  const [first = '', last = first, ...further] = date.split('/');
  const [, daysFromEaster] = /^easter([+-]\d{1,3})$/.exec(date) ?? [];
  if (daysFromEaster !== undefined) return onDay(dateOf(easterMs(year) + Number(daysFromEaster) * dayMs));
  if (/^\d\d-\d\d$/.test(date)) return onDay(`${year}-${date}`);
  if (further.length > 0 || !isDay(first) || !isDay(last) || first > last) return undefined;
  return first.startsWith(String(year)) ? { first, last } : undefined;
}

const onDay = (day: string) => (isDay(day) ? { first: day, last: day } : undefined);

const isDay = (day: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && dateOf(Date.parse(day)) === day;

/** True if the text is a date in one of these notations. Yearly dates are tried in 2028, because `02-29` needs a leap year. */
export const isRuleDate = (date: string): boolean =>
  daysOfDate(date, /^\d{4}-/.test(date) ? Number(date.slice(0, 4)) : 2028) !== undefined;

/**
 * Converts a stored rule to rules for programme.ts, which knows only ranges of dates: a rule with dates becomes one rule for
 * each occurrence of each date from the year before `year` to the year after it.
 */
export function expandDates<R extends Pick<ProgrammeRule, 'firstDate' | 'lastDate'>>(
  rule: R,
  dates: readonly string[],
  year: number,
): R[] {
  if (dates.length === 0) return [rule];
  return [year - 1, year, year + 1].flatMap((each) =>
    dates.flatMap((date) => {
      // A range that began before `year - 1` keeps its first day, because the length of a range decides its precedence.
      const firstYear = Number(/^\d{4}(?=-)/.exec(date)?.[0] ?? each);
      const days = daysOfDate(date, each === year - 1 ? Math.min(firstYear, each) : each);
      if (!days || days.last < String(year - 1)) return [];
      const firstDate = rule.firstDate !== null && rule.firstDate > days.first ? rule.firstDate : days.first;
      const lastDate = rule.lastDate !== null && rule.lastDate < days.last ? rule.lastDate : days.last;
      return firstDate <= lastDate ? [{ ...rule, firstDate, lastDate }] : [];
    }),
  );
}

/** Brazil's national holidays (Leis 662/1949, 6.802/1980, 14.759/2023), and the days on which most clinics close too. */
export const nationalHolidays: readonly { date: string; name: string }[] = [
  { date: '01-01', name: 'Confraternização Universal' },
  { date: 'easter-48', name: 'Carnaval, segunda-feira' },
  { date: 'easter-47', name: 'Carnaval, terça-feira' },
  { date: 'easter-2', name: 'Sexta-feira Santa' },
  { date: '04-21', name: 'Tiradentes' },
  { date: '05-01', name: 'Dia do Trabalho' },
  { date: 'easter+60', name: 'Corpus Christi' },
  { date: '09-07', name: 'Independência do Brasil' },
  { date: '10-12', name: 'Nossa Senhora Aparecida' },
  { date: '11-02', name: 'Finados' },
  { date: '11-15', name: 'Proclamação da República' },
  { date: '11-20', name: 'Dia da Consciência Negra' },
  { date: '12-25', name: 'Natal' },
];

/** Formats a date: '24/12/2026', '24/12/2026 a 26/12/2026', '24/12', or the name of a holiday. */
export function dateInWords(date: string): string {
  const holiday = nationalHolidays.find((each) => each.date === date);
  if (holiday) return holiday.name;
  return date
    .split('/')
    .map((day) => day.split('-').reverse().join('/'))
    .join(' a ');
}
