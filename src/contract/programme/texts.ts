/** Formats days and hours of the programme for the audit log and the studio. No imports: the studio's bundle uses this file. */

interface Window {
  /** 0 Monday to 6 Sunday. */
  days: readonly number[];
  /** Minutes since midnight; `to` is excluded. */
  from: number;
  to: number;
}

/** Short names, 0 Monday to 6 Sunday. */
export const weekdayNames = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'] as const;

/** Formats weekdays: 'seg a sex', 'seg, qua', 'todos os dias'. */
export function daysInWords(days: readonly number[]): string {
  if (days.length === 7) return 'todos os dias';
  const sorted = [...days].sort((a, b) => a - b);
  const [first, last] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const isConsecutive = sorted.length > 2 && last - first === sorted.length - 1;
  return isConsecutive
    ? `${weekdayNames[first]} a ${weekdayNames[last]}`
    : sorted.map((day) => weekdayNames[day]).join(', ');
}

/** Formats a minute of the day: '7:00'. */
export const hourInWords = (minute: number): string =>
  `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

/** Formats hours: '7:00 às 12:00', 'o dia inteiro', '24 horas a partir das 7:00'. */
export function hoursInWords({ from, to }: Pick<Window, 'from' | 'to'>): string {
  if (from !== to) return `${hourInWords(from)} às ${hourInWords(to)}`;
  return from === 0 ? 'o dia inteiro' : `24 horas a partir das ${hourInWords(from)}`;
}

/** Formats a window: 'seg a sex, 7:00 às 12:00'. */
export const windowInWords = (window: Window): string => `${daysInWords(window.days)}, ${hoursInWords(window)}`;
