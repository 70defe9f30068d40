/** Calculates the days of a report, and formats days. */
import type { ReportPeriod } from '../report-period.ts';

/** Returns the days of the period that contains the day; weeks begin on Monday. */
export function daysOf(day: string, period: ReportPeriod): string[] {
  if (period === 'day') return [day];
  const date = new Date(`${day}T00:00:00Z`);
  const daysBack = period === 'week' ? (date.getUTCDay() + 6) % 7 : date.getUTCDate() - 1;
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - daysBack);
  const count =
    period === 'week' ? 7 : new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10));
}

/** Returns '20/11/2026' for '2026-11-20'. */
export const dateText = (day: string): string => day.split('-').reverse().join('/');
