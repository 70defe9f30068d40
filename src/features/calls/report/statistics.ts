/** Statistics of waiting and attendance times. Pure. */
import type { ReportPeriod, ReportTimes } from '../../../contract/calls.ts';

/** Returns the days of the period that contains the day; weeks begin on Monday. */
export function daysOf(day: string, period: ReportPeriod): string[] {
  if (period === 'day') return [day];
  const date = new Date(`${day}T00:00:00Z`);
  const back = period === 'week' ? (date.getUTCDay() + 6) % 7 : date.getUTCDate() - 1;
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - back);
  const count =
    period === 'week' ? 7 : new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return Array.from({ length: count }, (_, at) => new Date(first + at * 86_400_000).toISOString().slice(0, 10));
}

/** Returns the median; null for no values. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : Math.round(((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2);
}

/** Returns the value that 90 % of the values do not exceed; null for no values. */
export const ninetieth = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.9) - 1] ?? null;

const timesFrom = (values: readonly number[]): ReportTimes => ({
  count: values.length,
  medianMs: median(values),
  p90Ms: ninetieth(values),
});

interface Times {
  waitedMs: number | null;
  attendedMs: number | null;
}

export const timesOf = (visits: readonly Times[]): { waiting: ReportTimes; attendance: ReportTimes } => ({
  waiting: timesFrom(visits.flatMap(({ waitedMs }) => waitedMs ?? [])),
  attendance: timesFrom(visits.flatMap(({ attendedMs }) => attendedMs ?? [])),
});

export function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** Returns the times of each group, in the order in which the groups first appear. */
export const groupTimes = <Visit extends Times, Key>(visits: readonly Visit[], keyOf: (visit: Visit) => Key) =>
  [...groupBy(visits, keyOf)].map(([key, group]) => ({ key, ...timesOf(group) }));
