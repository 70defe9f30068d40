/** Statistics of waiting and attendance times. Pure. */
import type { ReportTimes } from '../../../contract/calls.ts';

/** Returns the number of values, their median and their 90th percentile. Without values, median and percentile are null. */
export function summaryOf(values: readonly number[]): ReportTimes {
  const sorted = Float64Array.from(values).sort();
  return {
    count: sorted.length,
    medianMs: median(sorted),
    p90Ms: sorted[Math.ceil(sorted.length * 0.9) - 1] ?? null,
  };
}

function median(sorted: Float64Array): number | null {
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : Math.round(((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2);
}

interface Times {
  waitedMs: number | null;
  attendedMs: number | null;
}

export const timesOf = (visits: readonly Times[]): { waiting: ReportTimes; attendance: ReportTimes } => ({
  waiting: summaryOf(visits.flatMap(({ waitedMs }) => waitedMs ?? [])),
  attendance: summaryOf(visits.flatMap(({ attendedMs }) => attendedMs ?? [])),
});

function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Returns the times of each group, in the order in which the groups first appear. Yields before each group. */
export function* groupTimes<Visit extends Times, Key>(
  visits: readonly Visit[],
  keyOf: (visit: Visit) => Key,
): Generator<void, ({ key: Key } & ReturnType<typeof timesOf>)[]> {
  const groups = [];
  for (const [key, group] of groupBy(visits, keyOf)) {
    yield;
    groups.push({ key, ...timesOf(group) });
  }
  return groups;
}
