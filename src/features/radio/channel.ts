/**
 * One station on the air, from the first listener to some seconds after the last. Who joins hears from now on; who
 * cannot keep up is let go. While somebody listens, a lost station is called again.
 */
import type { StreamReply } from '../../contract/endpoint.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { backOffMs } from './rules.ts';
import { openSource, type Source } from './source.ts';
import type { Upstream } from './station-store.ts';

export const channelLimits = {
  connectTimeoutMs: 10_000,
  stallTimeoutMs: 20_000,
  /** The station stays connected so long after its last listener left. */
  graceMs: 10_000,
  /** A connection that lasted so long was a good one: the back-off starts anew. */
  steadyMs: 30_000,
};

type Sink = Parameters<StreamReply['start']>[0];

export interface ChannelDeps {
  station: Upstream;
  outbound: Pick<Outbound, 'open'>;
  clock: Clock;
  log: Log;
  limit: typeof channelLimits;
  onClosed: () => void;
}

export type Channel = ReturnType<typeof createChannel>;

export function createChannel({ station, outbound, clock, log, limit, onClosed }: ChannelDeps) {
  const listeners = new Set<Sink>();
  let connection: AbortController | undefined;
  let source: Source | undefined;
  let contentType: string | undefined;
  let failures = 0;
  let isClosed = false;
  let liveSince = 0;
  let lastDataAt = 0;
  let stallCheck: Timer | undefined;
  let retry: Timer | undefined;
  let grace: Timer | undefined;
  const facts = {
    stationId: station.id,
    host: URL.canParse(station.upstreamUrl) ? new URL(station.upstreamUrl).host : '',
  };

  async function connect(): Promise<void> {
    const attempt = new AbortController();
    connection = attempt;
    const deadline = clock.after(limit.connectTimeoutMs, () => attempt.abort(new Error('no answer in time')));
    try {
      const opened = await openSource(outbound, station.upstreamUrl, attempt.signal);
      if (isClosed) {
        opened.body.destroy();
        throw new Error('closed meanwhile');
      }
      live(opened);
    } finally {
      deadline.cancel();
    }
  }

  function live(opened: Source): void {
    const isOtherType = contentType !== undefined && contentType !== opened.contentType;
    source = opened;
    contentType = opened.contentType;
    // Browsers decode by the first answer's type: who heard another type must ask again.
    if (isOtherType) for (const listener of [...listeners]) letGo(listener);
    liveSince = lastDataAt = clock.monotonic();
    log.info('radio connected', facts);
    opened.body.on('error', () => {});
    opened.body.on('data', (chunk: Buffer) => {
      lastDataAt = clock.monotonic();
      for (const listener of [...listeners]) send(listener, chunk);
    });
    opened.body.once('close', () => lost(new Error('the station ended the stream')));
    stallCheck = clock.every(limit.stallTimeoutMs / 4, () => {
      if (clock.monotonic() - lastDataAt >= limit.stallTimeoutMs) connection?.abort(new Error('no sound any more'));
    });
    if (listeners.size === 0) waitOrClose();
  }

  function lost(reason: unknown): void {
    if (isClosed) return;
    source = undefined;
    stallCheck?.cancel();
    if (clock.monotonic() - liveSince >= limit.steadyMs) failures = 0;
    failed(connection?.signal.aborted ? connection.signal.reason : reason);
  }

  function failed(error: unknown): void {
    if (isClosed) return;
    failures += 1;
    log[failures === 1 ? 'warn' : 'debug']('radio lost', { ...facts, failures, error });
    if (listeners.size === 0) return close();
    retry = clock.after(backOffMs(failures), () => void connect().catch(failed));
  }

  /** A chunk that is refused would be a hole in the sound: the browser had better join anew. */
  function send(listener: Sink, chunk: Buffer): void {
    let isTaken = false;
    try {
      isTaken = listener.write(chunk);
    } catch (error) {
      log.debug('radio listener failed', { ...facts, error });
    }
    if (!isTaken) letGo(listener);
  }

  function letGo(listener: Sink): void {
    if (!listeners.delete(listener)) return;
    try {
      listener.end();
    } catch (error) {
      log.debug('radio listener failed', { ...facts, error });
    }
    if (listeners.size === 0) waitOrClose();
  }

  function waitOrClose(): void {
    if (isClosed) return;
    if (!source) return close();
    grace?.cancel();
    grace = clock.after(limit.graceMs, () => {
      if (listeners.size === 0) close();
    });
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    for (const timer of [stallCheck, retry, grace]) timer?.cancel();
    connection?.abort(new Error('nobody listens'));
    source?.body.destroy();
    for (const listener of [...listeners]) letGo(listener);
    onClosed();
  }

  const firstConnection = connect();
  firstConnection.catch(failed);

  return {
    station,
    listeners,
    get wasEverLive() {
      return contentType !== undefined;
    },
    /** The content type; rejects while the station is lost. */
    async whenLive(): Promise<string> {
      await firstConnection;
      if (!source || contentType === undefined) throw new Error('the station is being called again');
      return contentType;
    },
    /** Answers what to call when the listener leaves. */
    add(listener: Sink): () => void {
      if (isClosed) {
        listener.end();
        return () => {};
      }
      listeners.add(listener);
      grace?.cancel();
      return () => letGo(listener);
    },
    close,
  };
}
