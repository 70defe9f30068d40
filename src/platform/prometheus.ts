/** Writes Prometheus' text format, version 0.0.4. */

export interface Sample {
  labels?: Readonly<Record<string, string | number>>;
  value: number;
  /** Suffix of the family's name: `_bucket`, `_sum`, `_count` of a histogram. */
  suffix?: string;
}

export interface MetricFamily {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

export const prometheusContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes metric families as text. Omits families without samples. */
export function writeMetrics(families: readonly MetricFamily[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ labels = {}, value, suffix = '' }) => `${name}${suffix}${writeLabels(labels)} ${writeNumber(value)}`,
      );
      return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
    })
    .join('');
}

/** Returns the samples of a histogram. `counts` are not cumulative; the last one counts values above all bounds. */
export function histogram(bounds: readonly number[], counts: readonly number[], sum: number): Sample[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return { suffix: '_bucket', labels: { le: bounds[index] ?? '+Inf' }, value: total };
  });
  return [...buckets, { suffix: '_sum', value: sum }, { suffix: '_count', value: total }];
}

function writeLabels(labels: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function writeNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
