/** Serves GET /metrics, text for Prometheus, to requests with METRICS_TOKEN, and to those from this machine if there is no proxy. */
import type { Handlers } from '../../contract/api/index.ts';
import type { Exchange } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { taskNames } from '../../contract/tasks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FreeSpace } from '../../platform/storage/disk-space.ts';
import { type HttpMetrics, latencyBucketsMs } from '../../platform/http/metrics.ts';
import { isFromThisMachine } from '../../platform/http/access/own-machine.ts';
import type { ProcessUsage } from '../../platform/process/process-usage.ts';
import {
  histogram,
  type MetricFamily,
  prometheusContentType,
  type Sample,
  writeMetrics,
} from '../../platform/prometheus.ts';
import { secretsEqual } from '../../platform/random.ts';
import { type Health, problemKinds, type ServedCertificate } from './health.ts';
import type { LastTaskRun, MetricsStore } from './metrics-store.ts';

export interface MetricsDeps {
  store: MetricsStore;
  http(): HttpMetrics;
  sockets(): { total: number; users: number; players: number };
  /** Screens with a heartbeat within 45 s. */
  onlineScreens(): number;
  /** Returns undefined if the disk cannot be read. */
  disk(): Promise<FreeSpace | undefined>;
  /** Returns the time of the newest full backup; milliseconds since 1970. */
  lastBackupAt(): Promise<number | null>;
  health(): Promise<Health>;
  certificate(): ServedCertificate | undefined;
  process(): ProcessUsage;
  /** METRICS_TOKEN. Undefined: only requests from this machine are allowed. */
  token: string | undefined;
  /** True with TRUST_PROXY: requests from this machine may come from a proxy on it, so the token is required. */
  isBehindProxy: boolean;
  version: string;
  nodeVersion: string;
  clock: Clock;
}

/** Must be called when the server starts, because the uptime counts from this call. */
export function metricsRoutes(deps: MetricsDeps): Handlers<'GET /metrics'> {
  const { token, isBehindProxy, clock } = deps;
  const startedAt = clock.monotonic();

  function isAllowed(exchange: Exchange): boolean {
    const bearer = /^Bearer +(\S+)$/i.exec(exchange.headers.authorization ?? '')?.[1];
    if (token !== undefined && bearer !== undefined) return secretsEqual(bearer, token);
    return !isBehindProxy && isFromThisMachine(exchange);
  }

  return {
    'GET /metrics': async ({ exchange }) => {
      if (!isAllowed(exchange))
        throw new AppError('forbidden', 'As métricas são para esta máquina, ou para quem tem METRICS_TOKEN.');
      exchange.setHeader('content-type', prometheusContentType);
      const disk = await deps.disk();
      return writeMetrics([
        ...httpFamilies(deps.http()),
        ...contentFamilies(deps, disk),
        ...taskFamilies(deps, await deps.lastBackupAt()),
        ...healthFamilies(await deps.health(), deps.certificate()),
        ...processFamilies(deps, (clock.monotonic() - startedAt) / 1000),
      ]);
    },
  };
}

/** `value`: one number, or one sample for each value of a label (`samplesOf`). */
const metric = (type: MetricFamily['type'], name: string, help: string, value: number | readonly Sample[]) => ({
  name: `antessala_${name}`,
  help,
  type,
  samples: typeof value === 'number' ? [{ value }] : value,
});

const gauge = (name: string, help: string, value: number | readonly Sample[]) => metric('gauge', name, help, value);

const samplesOf = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));

function httpFamilies({ responses, latency, latencySumMs, open }: HttpMetrics): MetricFamily[] {
  const counted = Object.fromEntries(['2xx', '3xx', '4xx', '5xx', 'left'].map((name) => [name, responses[name] ?? 0]));
  const bounds = latencyBucketsMs.map((ms) => ms / 1000);
  return [
    metric(
      'counter',
      'http_requests_total',
      'Responses by class of status; left: the client disconnected before the end.',
      samplesOf('class', counted),
    ),
    metric(
      'histogram',
      'http_request_duration_seconds',
      'Time from the request to the end of its response, downloads and streams included.',
      histogram(bounds, latency, latencySumMs / 1000),
    ),
    gauge('http_requests_open', 'Requests being served now.', open),
  ];
}

function contentFamilies({ store, sockets, onlineScreens }: MetricsDeps, disk: FreeSpace | undefined): MetricFamily[] {
  const { total, users, players } = sockets();
  const screens = store.screens();
  const media = store.media();
  return [
    gauge(
      'sockets',
      'Open WebSocket connections; nobody: not authenticated yet.',
      samplesOf('kind', { user: users, screen: players, nobody: total - users - players }),
    ),
    gauge('screens', 'Screens by status.', samplesOf('status', screens)),
    gauge(
      'screens_all',
      'All screens.',
      Object.values(screens).reduce((sum, count) => sum + count, 0),
    ),
    gauge('screens_online', 'Screens with a heartbeat within 45 s.', onlineScreens()),
    gauge('media', 'Contents by processing status.', samplesOf('status', media)),
    gauge(
      'processing_queue',
      'Contents that wait for processing or are being processed.',
      media.pending + media.processing,
    ),
    gauge('media_failed', 'Contents that could not be processed.', media.failed),
    ...(disk
      ? [
          gauge('disk_free_bytes', 'Free space on the disk of the data folder.', disk.freeBytes),
          gauge('disk_total_bytes', 'Size of the disk of the data folder.', disk.totalBytes),
        ]
      : []),
  ];
}

function taskFamilies({ store, clock }: MetricsDeps, backedUpAt: number | null): MetricFamily[] {
  const runs = new Map(store.tasks().map((task) => [task.name, task]));
  /** Includes tasks that have never run, so that alerts have a value to compare with. */
  const family = (name: string, help: string, read: (task: LastTaskRun | undefined) => number) =>
    gauge(
      `task_${name}`,
      help,
      samplesOf('task', Object.fromEntries(taskNames.map((task) => [task, read(runs.get(task))]))),
    );
  return [
    family(
      'last_run_timestamp_seconds',
      'Start of the last run; 0 before it.',
      (task) => (task?.startedAt ?? 0) / 1000,
    ),
    family(
      'last_success_timestamp_seconds',
      'Start of the last successful run; 0 before it.',
      (task) => (task?.lastSuccessAt ?? 0) / 1000,
    ),
    family('last_duration_seconds', 'Length of the last run; 0 before it.', (task) => (task?.durationMs ?? 0) / 1000),
    family(
      'last_succeeded',
      '0: the last run failed; 1: it succeeded, or there was none.',
      (task) => task?.succeeded ?? 1,
    ),
    gauge(
      'backup_age_seconds',
      'Age of the newest full backup; +Inf without one.',
      backedUpAt === null ? Number.POSITIVE_INFINITY : Math.max(0, (clock.now() - backedUpAt) / 1000),
    ),
  ];
}

function healthFamilies(
  { isReady, problems, standbyAgeMs }: Health,
  certificate: ServedCertificate | undefined,
): MetricFamily[] {
  const current = new Set(problems.map(({ kind }) => kind));
  return [
    gauge('ready', '1: the server can serve requests and store changes (/readyz).', Number(isReady)),
    gauge(
      'problem',
      '1: there is a problem of this kind.',
      samplesOf('kind', Object.fromEntries(problemKinds.map((kind) => [kind, Number(current.has(kind))]))),
    ),
    gauge(
      'standby_age_seconds',
      "Age of the standby's copy; NaN: no standby follows.",
      standbyAgeMs === undefined ? Number.NaN : standbyAgeMs / 1000,
    ),
    gauge(
      'certificate_end_timestamp_seconds',
      'When the certificate of https ends; +Inf without https.',
      certificate ? certificate.endsAt / 1000 : Number.POSITIVE_INFINITY,
    ),
  ];
}

function processFamilies({ process, version, nodeVersion }: MetricsDeps, uptimeS: number): MetricFamily[] {
  const { loopLag, residentBytes, heapUsedBytes, heapTotalBytes, externalBytes, cpuSeconds } = process();
  return [
    gauge('info', 'Versions of the server and of Node.js.', [{ labels: { version, node: nodeVersion }, value: 1 }]),
    gauge('uptime_seconds', 'Seconds since the start.', uptimeS),
    gauge('event_loop_lag_seconds', 'Event loop delay in seconds since the last scrape.', samplesOf('stat', loopLag)),
    gauge(
      'memory_bytes',
      'Memory of the server process, without the processes that convert media.',
      samplesOf('kind', {
        resident: residentBytes,
        heap_used: heapUsedBytes,
        heap_total: heapTotalBytes,
        external: externalBytes,
      }),
    ),
    metric(
      'counter',
      'cpu_seconds_total',
      'Time the server process spent on the processor.',
      samplesOf('mode', cpuSeconds),
    ),
  ];
}
