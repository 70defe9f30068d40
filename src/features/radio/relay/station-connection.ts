/** Connects a station, and reconnects it while it has listeners. A connection without sound counts as lost. */
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { openSource, type Source } from './source.ts';
import type { Upstream } from '../station-store.ts';

export const connectionLimits = {
  connectTimeoutMs: 10_000,
  stallTimeoutMs: 20_000,
  /** Duration after which a connection counts as stable, which resets the back-off. */
  stableMs: 30_000,
};

export interface ConnectionDeps {
  station: Upstream;
  outbound: Pick<Outbound, 'open'>;
  clock: Clock;
  log: Log;
  limit: typeof connectionLimits;
  /** True while there are listeners. */
  isWanted(): boolean;
  onLive(contentType: string): void;
  onSound(chunk: Buffer): void;
  /** Called when a connection attempt failed, or the sound has ended. */
  onSilent(): void;
  /** Called when the connection is lost and there are no listeners. */
  onAbandoned(): void;
}

/** Returns a station's fields for the log, without the path, which may contain secrets. */
export const stationLogFields = ({ id, upstreamUrl }: Upstream) => ({
  stationId: id,
  host: URL.canParse(upstreamUrl) ? new URL(upstreamUrl).host : '',
});

/** Returns the delay before the next attempt after consecutive failures: 1, 2, 4 ... 30 s, in milliseconds. */
export function backOffMs(failures: number): number {
  return Math.min(1_000 * 2 ** Math.max(0, failures - 1), 30_000);
}

/** Starts to connect the station at once. */
export function createConnection(deps: ConnectionDeps) {
  const { station, outbound, clock, log, limit } = deps;
  const logFields = stationLogFields(station);
  let controller: AbortController | undefined;
  let source: Source | undefined;
  let failures = 0;
  let isClosed = false;
  let liveSince = 0;
  let lastDataAt = 0;
  let stallCheck: Timer | undefined;
  let retry: Timer | undefined;

  async function connect(): Promise<void> {
    const attempt = new AbortController();
    controller = attempt;
    const deadline = clock.after(limit.connectTimeoutMs, () => attempt.abort(new Error('no response in time')));
    try {
      const opened = await openSource(outbound, station.upstreamUrl, attempt.signal);
      if (isClosed) {
        opened.body.destroy();
        throw new Error('closed meanwhile');
      }
      startStream(opened);
    } finally {
      deadline.cancel();
    }
  }

  function startStream(opened: Source): void {
    source = opened;
    liveSince = lastDataAt = clock.monotonic();
    log.info('radio connected', logFields);
    opened.body.on('error', () => {});
    opened.body.on('data', (chunk: Buffer) => {
      lastDataAt = clock.monotonic();
      deps.onSound(chunk);
    });
    opened.body.once('close', () => handleLoss(new Error('the station ended the stream')));
    stallCheck = clock.every(limit.stallTimeoutMs / 4, () => {
      if (clock.monotonic() - lastDataAt >= limit.stallTimeoutMs) controller?.abort(new Error('no sound any more'));
    });
    deps.onLive(opened.contentType);
  }

  function handleLoss(reason: unknown): void {
    if (isClosed) return;
    source = undefined;
    stallCheck?.cancel();
    if (clock.monotonic() - liveSince >= limit.stableMs) failures = 0;
    handleFailure(controller?.signal.aborted ? controller.signal.reason : reason);
  }

  function handleFailure(error: unknown): void {
    if (isClosed) return;
    failures += 1;
    deps.onSilent();
    log[failures === 1 ? 'warn' : 'debug']('radio lost', { ...logFields, failures, error });
    if (!deps.isWanted()) return deps.onAbandoned();
    retry = clock.after(backOffMs(failures), () => void connect().catch(handleFailure));
  }

  const firstAttempt = connect();
  firstAttempt.catch(handleFailure);

  return {
    /** Rejects when the first connection attempt has failed. */
    firstAttempt,
    get isLive(): boolean {
      return source !== undefined;
    },
    close(): void {
      isClosed = true;
      for (const timer of [stallCheck, retry]) timer?.cancel();
      controller?.abort(new Error('nobody listens'));
      source?.body.destroy();
    },
  };
}
