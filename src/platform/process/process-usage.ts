/** Measures this process for the metrics. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 20;
const nanosecondsPerSecond = 1e9;

export interface ProcessUsage {
  residentBytes: number;
  heapUsedBytes: number;
  heapTotalBytes: number;
  externalBytes: number;
  cpuSeconds: { user: number; system: number };
  /** Event loop delay in seconds since the previous call of `measure`. */
  loopLag: { mean: number; p99: number; max: number };
}

/** Measures the event loop's delay until `close` is called. */
export function watchProcess() {
  const delay: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  // The histogram records the whole interval between two ticks: subtract the resolution.
  const delaySeconds = (measured: number) =>
    Number.isFinite(measured) ? Math.max(0, measured / nanosecondsPerSecond - resolutionMs / 1000) : 0;

  return {
    measure(): ProcessUsage {
      const memory = process.memoryUsage();
      const cpu = process.cpuUsage();
      const loopLag =
        delay.count === 0
          ? { mean: 0, p99: 0, max: 0 }
          : {
              mean: delaySeconds(delay.mean),
              p99: delaySeconds(delay.percentile(99)),
              max: delaySeconds(delay.max),
            };
      delay.reset();
      return {
        residentBytes: memory.rss,
        heapUsedBytes: memory.heapUsed,
        heapTotalBytes: memory.heapTotal,
        externalBytes: memory.external,
        cpuSeconds: { user: cpu.user / 1e6, system: cpu.system / 1e6 },
        loopLag,
      };
    },
    close: () => void delay.disable(),
  };
}
