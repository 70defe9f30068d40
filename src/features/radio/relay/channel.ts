/**
 * Relays one station, from its first listener until some seconds after the last one has left. A new listener first
 * receives the buffered sound, so that it hears something at once. Disconnects listeners that are too slow.
 */
import type { StreamSink } from '../../../contract/endpoint.ts';
import type { Timer } from '../../../platform/clock.ts';
import { createJoinStream } from './join-stream.ts';
import { type ConnectionDeps, connectionLimits, createConnection, stationLogFields } from './station-connection.ts';

export const channelLimits = {
  ...connectionLimits,
  /** Time that the station stays connected after its last listener has left. */
  graceMs: 10_000,
};

export interface ChannelDeps extends Pick<ConnectionDeps, 'station' | 'outbound' | 'clock' | 'log'> {
  limit: typeof channelLimits;
  /** Called when sound begins. */
  onPlaying: () => void;
  /** Called when no sound arrives or the sound has ended. */
  onSilent: () => void;
  onClosed: () => void;
}

export type Channel = ReturnType<typeof createChannel>;

export function createChannel(deps: ChannelDeps) {
  const { station, clock, log, limit, onPlaying, onSilent, onClosed } = deps;
  const listeners = new Set<StreamSink>();
  const logFields = stationLogFields(station);
  let contentType: string | undefined;
  let isClosed = false;
  let isPlaying = false;
  let joinStream = createJoinStream();
  let resolveFirst = (): void => undefined;
  const firstResult = new Promise<void>((resolve) => (resolveFirst = resolve));
  let graceTimer: Timer | undefined;

  const connection = createConnection({
    ...deps,
    isWanted: () => listeners.size > 0,
    onLive(type) {
      joinStream = createJoinStream();
      const hasTypeChanged = contentType !== undefined && contentType !== type;
      contentType = type;
      // Browsers decode by the type of their response: current listeners must request the stream again.
      if (hasTypeChanged) for (const listener of [...listeners]) release(listener);
      if (listeners.size === 0) closeAfterGrace();
    },
    onSilent() {
      isPlaying = false;
      onSilent();
      resolveFirst();
    },
    onSound(chunk) {
      if (!isPlaying) {
        isPlaying = true;
        onPlaying();
        resolveFirst();
      }
      const sound = joinStream.pass(chunk);
      for (const listener of [...listeners]) send(listener, sound);
    },
    onAbandoned: close,
  });

  /** Sends a chunk. Disconnects a listener that cannot take the chunk: it would miss sound, and should join again. */
  function send(listener: StreamSink, chunk: Buffer): void {
    if (chunk.length === 0) return;
    try {
      if (listener.write(chunk)) return;
    } catch (error) {
      log.debug('radio listener failed', { ...logFields, error });
    }
    release(listener);
  }

  function release(listener: StreamSink): void {
    if (!listeners.delete(listener)) return;
    try {
      listener.end();
    } catch (error) {
      log.debug('radio listener failed', { ...logFields, error });
    }
    if (listeners.size === 0) closeAfterGrace();
  }

  function closeAfterGrace(): void {
    if (isClosed) return;
    if (!connection.isLive) return close();
    graceTimer?.cancel();
    graceTimer = clock.after(limit.graceMs, () => {
      if (listeners.size > 0) return;
      // The station responded, but has sent no sound.
      if (!isPlaying) onSilent();
      close();
    });
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    graceTimer?.cancel();
    connection.close();
    resolveFirst();
    for (const listener of [...listeners]) release(listener);
    onClosed();
  }

  return {
    station,
    listeners,
    get wasEverLive() {
      return contentType !== undefined;
    },
    /** Resolves when sound has arrived, a connection attempt has failed, or the channel was closed. */
    firstResult,
    /** Resolves with the content type after the first connection attempt; rejects if the station is then disconnected. */
    async whenLive(): Promise<string> {
      await connection.firstAttempt;
      if (!connection.isLive || contentType === undefined) throw new Error('the station is disconnected');
      return contentType;
    },
    /** Adds a listener. Returns a function that removes it. */
    add(listener: StreamSink): () => void {
      if (isClosed) {
        listener.end();
        return () => {};
      }
      listeners.add(listener);
      graceTimer?.cancel();
      send(listener, joinStream.beginning());
      return () => release(listener);
    },
    close,
  };
}
