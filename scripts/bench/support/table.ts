/** Prints the results: one line each, with the target and whether it is met. */
import { cpus } from 'node:os';

export interface Row {
  label: string;
  /** What the server achieved, with units; for people only. */
  result: string;
  /** Result of the minimal server or program under the same load. */
  bare?: string;
  /** Value that the target limits: the ratio of `result` and `bare`, or `result` alone. */
  value: number;
  target: { atLeast: number } | { atMost: number };
}

export function printTable(rows: readonly Row[]): void {
  const isMet = ({ value, target }: Row) => ('atLeast' in target ? value >= target.atLeast : value <= target.atMost);
  const lines = rows.map((row) => [
    row.label,
    row.result,
    row.bare ?? '',
    row.value.toPrecision(3),
    'atLeast' in row.target ? `>= ${row.target.atLeast}` : `<= ${row.target.atMost}`,
    isMet(row) ? 'met' : 'MISSED',
  ]);
  console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? ''})\n`);
  for (const line of [['What', 'Result', 'Bare', 'Value', 'Target', '']]) console.log(`| ${line.join(' | ')} |`);
  console.log('|---|---|---|---|---|---|');
  for (const line of lines) console.log(`| ${line.join(' | ')} |`);
}

/** Returns the value that a share (0 to 1) of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
