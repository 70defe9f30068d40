/**
 * Connection to one station, from the first listener until some seconds after the last. New listeners get the last
 * seconds first, so that sound begins at once; listeners that are too slow are disconnected.
 */
import type { StreamReply } from '../../../contract/endpoint.ts';
import type { Timer } from '../../../platform/clock.ts';
import { createJoining } from './join-stream.ts';
import { type ConnectionDeps, connectionLimits, createConnection, stationFacts } from './station-connection.ts';

export const channelLimits = {
  ...connectionLimits,
  /** Time that the station stays connected after its last listener left. */
  graceMs: 10_000,
};

type Sink = Parameters<StreamReply['start']>[0];

export interface ChannelDeps extends Pick<ConnectionDeps, 'station' | 'outbound' | 'clock' | 'log'> {
  limit: typeof channelLimits;
  /** Sound begins to come. */
  onPlaying: () => void;
  /** None comes, or none any more. */
  onSilent: () => void;
  onClosed: () => void;
}

export type Channel = ReturnType<typeof createChannel>;

function isTaken(listener: Sink, chunk: Buffer, onError: (error: unknown) => void): boolean {
  try {
    return listener.write(chunk);
  } catch (error) {
    onError(error);
    return false;
  }
}

export function createChannel({ station, outbound, clock, log, limit, onPlaying, onSilent, onClosed }: ChannelDeps) {
  const listeners = new Set<Sink>();
  const facts = stationFacts(station);
  let contentType: string | undefined;
  let isClosed = false;
  let isPlaying = false;
  let joining = createJoining();
  let settleFirst = (): void => undefined;
  const firstNews = new Promise<void>((resolve) => (settleFirst = resolve));
  let grace: Timer | undefined;

  const connection = createConnection({
    station,
    outbound,
    clock,
    log,
    limit,
    isWanted: () => listeners.size > 0,
    onLive(type) {
      joining = createJoining();
      const isOtherType = contentType !== undefined && contentType !== type;
      contentType = type;
      // Browsers decode by the first response's type: who heard another type must ask again.
      if (isOtherType) for (const listener of [...listeners]) release(listener);
      if (listeners.size === 0) waitOrClose();
    },
    onSilent() {
      isPlaying = false;
      onSilent();
      settleFirst();
    },
    onSound(chunk) {
      if (!isPlaying) {
        isPlaying = true;
        onPlaying();
        settleFirst();
      }
      const sound = joining.pass(chunk);
      for (const listener of [...listeners]) send(listener, sound);
    },
    onAbandoned: close,
  });

  /** A chunk that is refused would be a hole in the sound: the browser had better join anew. */
  function send(listener: Sink, chunk: Buffer): void {
    if (
      chunk.length > 0 &&
      !isTaken(listener, chunk, (error) => log.debug('radio listener failed', { ...facts, error }))
    )
      release(listener);
  }

  function release(listener: Sink): void {
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
    if (!connection.isLive) return close();
    grace?.cancel();
    grace = clock.after(limit.graceMs, () => {
      if (listeners.size > 0) return;
      // It answered, and for all this time nothing was heard.
      if (!isPlaying) onSilent();
      close();
    });
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    grace?.cancel();
    connection.close();
    settleFirst();
    for (const listener of [...listeners]) release(listener);
    onClosed();
  }

  return {
    station,
    listeners,
    get wasEverLive() {
      return contentType !== undefined;
    },
    /** Resolves when sound has come, or a call has failed, or the station was released. */
    firstNews,
    /** The content type; rejects while the station is lost. */
    async whenLive(): Promise<string> {
      await connection.first;
      if (!connection.isLive || contentType === undefined) throw new Error('the station is being called again');
      return contentType;
    },
    /** Returns what to call when the listener leaves. */
    add(listener: Sink): () => void {
      if (isClosed) {
        listener.end();
        return () => {};
      }
      listeners.add(listener);
      grace?.cancel();
      send(listener, joining.beginning());
      return () => release(listener);
    },
    close,
  };
}
