/** The results: one line each, with what was promised and whether it is kept. */
import { cpus } from 'node:os';

export interface Row {
  what: string;
  /** With its unit. */
  ours: string;
  bare?: string;
  /** Value that the promise limits: a ratio to the bare one, or a figure of ours. */
  value: number;
  promise: { atLeast: number } | { atMost: number };
}

export function printTable(rows: readonly Row[]): void {
  const isKept = ({ value, promise }: Row) =>
    'atLeast' in promise ? value >= promise.atLeast : value <= promise.atMost;
  const lines = rows.map((row) => [
    row.what,
    row.ours,
    row.bare ?? '',
    row.value.toPrecision(3),
    'atLeast' in row.promise ? `>= ${row.promise.atLeast}` : `<= ${row.promise.atMost}`,
    isKept(row) ? 'kept' : 'MISSED',
  ]);
  console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? ''})\n`);
  for (const line of [['What', 'Ours', 'Bare', 'Value', 'Promise', '']]) console.log(`| ${line.join(' | ')} |`);
  console.log('|---|---|---|---|---|---|');
  for (const line of lines) console.log(`| ${line.join(' | ')} |`);
}

/** Returns the value that a share (0 to 1) of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
