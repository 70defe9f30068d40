/** Counts the HTTP server's responses and their durations for /metrics. */

/** Upper bounds of the latency histogram's buckets, ms. */
export const latencyBucketsMs = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;

export interface HttpMetrics {
  /** Number of responses by class of status, '2xx' to '5xx'; 'left' counts clients that disconnected before the response. */
  readonly responses: Readonly<Record<string, number>>;
  /** Number of responses per bucket of `latencyBucketsMs`, not cumulative; a last bucket counts those slower than all bounds. */
  readonly latency: readonly number[];
  readonly latencySumMs: number;
  /** Number of requests in progress. */
  readonly open: number;
}

export function createHttpMetrics() {
  const responses: Record<string, number> = {};
  const latency = Array.from({ length: latencyBucketsMs.length + 1 }, () => 0);
  const state = { responses, latency, latencySumMs: 0, open: 0 };
  return {
    state: state as HttpMetrics,
    started: () => void (state.open += 1),
    ended(statusClass: string, durationMs: number) {
      state.open -= 1;
      responses[statusClass] = (responses[statusClass] ?? 0) + 1;
      let bucket = 0;
      while (bucket < latencyBucketsMs.length && durationMs > (latencyBucketsMs[bucket] ?? 0)) bucket += 1;
      latency[bucket] = (latency[bucket] ?? 0) + 1;
      state.latencySumMs += durationMs;
    },
  };
}
