/** The same-origin relay (contract/README 7.1), so that old boxes and http pages play stations. One connection for each station. */
import type { StreamReply } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { StationSignal } from '../../../contract/radio.ts';
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { type Channel, channelLimits, createChannel } from './channel.ts';
import { backOffMs } from './rules.ts';
import { createSignals } from '../signals.ts';
import type { Upstream } from '../station-store.ts';

/** Limits for one address, at most one clinic, leave slots to others. Unauthenticated listeners have separate slots. */
const relayLimits = {
  ...channelLimits,
  maxListeners: 300,
  maxListenersAtAddress: 100,
  maxUnauthenticated: 20,
  maxUnauthenticatedAtAddress: 4,
  maxStations: 32,
};

export interface Listener {
  address: string;
  /** True for a screen or a signed-in user. */
  isKnown: boolean;
}

function createPlaces(most: number, mostAtAddress: number) {
  const takenAt = new Map<string, number>();
  let taken = 0;
  return {
    areFull: (address: string) => taken >= most || (takenAt.get(address) ?? 0) >= mostAtAddress,
    /** Takes a slot. Returns a function that releases it; further calls do nothing. */
    take(address: string): () => void {
      taken += 1;
      takenAt.set(address, (takenAt.get(address) ?? 0) + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        taken -= 1;
        const rest = (takenAt.get(address) ?? 0) - 1;
        if (rest > 0) takenAt.set(address, rest);
        else takenAt.delete(address);
      };
    },
  };
}

/** Maximum time between the response and its start. Connected clients start in the same turn of the event loop. */
const startsWithinMs = 1_000;

/** Reserves a slot for a listener while its station is being connected. */
function createSeat(places: ReturnType<typeof createPlaces>, address: string, clock: Clock) {
  let taken: (() => void) | undefined = places.take(address);
  let late: Timer | undefined;
  const release = () => {
    taken?.();
    taken = undefined;
  };
  return {
    release,
    /** Keeps the reservation for a moment longer. A client that has disconnected meanwhile never starts. */
    keep: () => void (late = clock.after(startsWithinMs, release)),
    /** Starts listening. Returns a function that releases the slot, or undefined when no slot is free any more. */
    begin(): (() => void) | undefined {
      late?.cancel();
      const own = taken ?? (places.areFull(address) ? undefined : places.take(address));
      taken = undefined;
      return own;
    },
  };
}

const checkEveryMs = 60_000;

export interface RelayDeps {
  outbound: Pick<Outbound, 'open'>;
  clock: Clock;
  log: Log;
  limits?: Partial<typeof relayLimits>;
}

export type Relay = ReturnType<typeof createRelay>;

export function createRelay({ outbound, clock, log, limits }: RelayDeps) {
  const limit = { ...relayLimits, ...limits };
  const channels = new Map<number, Channel>();
  /** Stations that did not respond, with the time before which they are not connected again, although screens retry. */
  const resting = new Map<number, { upstreamUrl: string; failures: number; until: number }>();

  const signals = createSignals(clock);

  /** Slots of authenticated and of unauthenticated listeners. */
  const known = createPlaces(limit.maxListeners, limit.maxListenersAtAddress);
  const unknownListeners = createPlaces(limit.maxUnauthenticated, limit.maxUnauthenticatedAtAddress);
  const placesFor = ({ isKnown }: Listener) => (isKnown ? known : unknownListeners);

  const countListeners = () => [...channels.values()].reduce((sum, channel) => sum + channel.listeners.size, 0);
  const refuse = () =>
    new AppError('unavailable', 'Muitos ouvintes ao mesmo tempo. Tente novamente em instantes.', { retryAfterS: 30 });
  const silent = (cause?: unknown) =>
    new AppError('bad_gateway', 'A rádio não está respondendo.', { cause, retryAfterS: 5 });

  function open(station: Upstream): Channel {
    if (channels.size >= limit.maxStations) throw refuse();
    const channel = createChannel({
      station,
      outbound,
      clock,
      log,
      limit,
      onPlaying: () => signals.note(station, 'playing'),
      onSilent: () => signals.note(station, 'silent'),
      onClosed() {
        signals.release(station);
        if (channels.get(station.id) === channel) channels.delete(station.id);
      },
    });
    channels.set(station.id, channel);
    return channel;
  }

  /** Connects a station, or returns its connected channel. Throws as `join` does. */
  async function tune(station: Upstream): Promise<{ channel: Channel; contentType: string }> {
    const before = channels.get(station.id);
    const isSame = before?.station.upstreamUrl === station.upstreamUrl;
    if (!isSame) before?.close();
    let channel = isSame ? before : undefined;
    const rest = resting.get(station.id);
    if (!channel && rest?.upstreamUrl === station.upstreamUrl && clock.monotonic() < rest.until) throw silent();
    channel ??= open(station);
    try {
      const contentType = await channel.whenLive();
      resting.delete(station.id);
      return { channel, contentType };
    } catch (error) {
      if (!channel.wasEverLive && resting.get(station.id) === rest) {
        const failures = (rest?.failures ?? 0) + 1;
        const until = clock.monotonic() + backOffMs(failures);
        resting.set(station.id, { upstreamUrl: station.upstreamUrl, failures, until });
      }
      throw silent(error);
    }
  }

  return {
    /** Returns a station's stream. Throws `bad_gateway` when the station sends no sound, `unavailable` beyond the limits. */
    async join(station: Upstream, listener: Listener = { address: '', isKnown: true }): Promise<StreamReply> {
      const places = placesFor(listener);
      if (places.areFull(listener.address)) throw refuse();
      // Reserve before connecting: clients that disconnect meanwhile have caused a connection too.
      const seat = createSeat(places, listener.address, clock);
      try {
        const { channel, contentType } = await tune(station);
        seat.keep();
        return {
          contentType,
          headers: { 'cache-control': 'no-store' },
          start(sink) {
            const release = seat.begin();
            if (!release) {
              sink.end();
              return () => {};
            }
            const leave = channel.add(sink);
            return () => {
              release();
              leave();
            };
          },
        };
      } catch (error) {
        seat.release();
        throw error;
      }
    },

    /** Disconnects a station and its listeners. Call it when the address has changed, or the station was deleted. */
    drop(stationId: number): void {
      channels.get(stationId)?.close();
      resting.delete(stationId);
      signals.forget(stationId);
    },

    signalOf: signals.of,
    listenersOf: (stationId: number): number => channels.get(stationId)?.listeners.size ?? 0,

    /** Returns a station's signal. Without listeners, connects for some seconds, at most once a minute for each station. */
    async check(station: Upstream): Promise<StationSignal> {
      const isKnown = signals.ageMs(station) < checkEveryMs;
      const channel = channels.get(station.id) ?? (isKnown ? undefined : open(station));
      if (channel) await channel.firstResult;
      return signals.of(station);
    },

    counts: () => ({ stations: channels.size, listeners: countListeners() }),

    close(): void {
      for (const channel of [...channels.values()]) channel.close();
    },
  };
}
