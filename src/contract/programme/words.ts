/** Texts for the programme's hours, used by the log and the studio. No imports: the studio's bundle uses it. */

interface Window {
  /** 0 Monday to 6 Sunday. */
  days: readonly number[];
  /** Minutes since midnight; `to` is outside. */
  from: number;
  to: number;
}

/** 0 Monday to 6 Sunday. */
export const weekdayNames = ['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'] as const;

/** 'seg a sex', 'seg, qua', 'todos os dias'. */
export function daysInWords(days: readonly number[]): string {
  if (days.length === 7) return 'todos os dias';
  const sorted = [...days].sort((a, b) => a - b);
  const [first, last] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const isRow = sorted.length > 2 && last - first === sorted.length - 1;
  return isRow ? `${weekdayNames[first]} a ${weekdayNames[last]}` : sorted.map((day) => weekdayNames[day]).join(', ');
}

/** '7:00'. */
export const hourInWords = (minute: number): string =>
  `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

/** '7:00 às 12:00', 'o dia inteiro', '24 horas a partir das 7:00'. */
export function hoursInWords({ from, to }: Pick<Window, 'from' | 'to'>): string {
  if (from !== to) return `${hourInWords(from)} às ${hourInWords(to)}`;
  return from === 0 ? 'o dia inteiro' : `24 horas a partir das ${hourInWords(from)}`;
}

/** 'seg a sex, 7:00 às 12:00'. */
export const windowInWords = (window: Window): string => `${daysInWords(window.days)}, ${hoursInWords(window)}`;
