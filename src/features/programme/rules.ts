/** How days of the week are stored, and how a rule reads. Pure. */
import type { DayWindow } from '../../contract/programme.ts';

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** 0 Monday to 6 Sunday -> a bit for each. */
export const bitsOf = (days: readonly number[]): number => days.reduce((bits, day) => bits | (1 << day), 0);

export const daysOf = (bits: number): number[] => weekdays.filter((day) => (bits & (1 << day)) !== 0);

const names = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'];

/** 'seg a sex', 'seg, qua', 'todos os dias'. */
export function daysInWords(days: readonly number[]): string {
  if (days.length === 7) return 'todos os dias';
  const sorted = [...days].sort((a, b) => a - b);
  const [first, last] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const isRow = sorted.length > 2 && last - first === sorted.length - 1;
  return isRow ? `${names[first]} a ${names[last]}` : sorted.map((day) => names[day]).join(', ');
}

/** '7:00'. */
const hourInWords = (minute: number): string => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

/** 'seg a sex, 7:00 às 12:00'. */
export const windowInWords = ({ days, from, to }: DayWindow): string =>
  `${daysInWords(days)}, ${from === to ? '24 horas a partir das ' : ''}${hourInWords(from)}${from === to ? '' : ` às ${hourInWords(to)}`}`;
