/** Relays each station over one connection, so that old boxes and pages over http can play it too (contract/README 7.1). */
import type { StreamReply } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { StationSignal } from '../../../contract/radio.ts';
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { type Channel, channelLimits, createChannel } from './channel.ts';
import { backOffMs } from './station-connection.ts';
import { createStationSignals } from '../station-signals.ts';
import type { Upstream } from '../station-store.ts';

/** Limits of listeners. Limits for one address leave slots to other addresses; unauthenticated listeners have separate slots. */
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
  isAuthenticated: boolean;
}

function createListenerSlots(limit: number, limitAtAddress: number) {
  const takenByAddress = new Map<string, number>();
  let taken = 0;
  return {
    areFull: (address: string) => taken >= limit || (takenByAddress.get(address) ?? 0) >= limitAtAddress,
    /** Takes a slot. Returns a function that releases it; further calls do nothing. */
    reserve(address: string): () => void {
      taken += 1;
      takenByAddress.set(address, (takenByAddress.get(address) ?? 0) + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        taken -= 1;
        const remaining = (takenByAddress.get(address) ?? 0) - 1;
        if (remaining > 0) takenByAddress.set(address, remaining);
        else takenByAddress.delete(address);
      };
    },
  };
}

/** Maximum time from a resolved `join` to the start of its response, which starts at once if the client is still connected. */
const startsWithinMs = 1_000;

/** Reserves a slot for a listener while its station is being connected. */
function reserveSlot(slots: ReturnType<typeof createListenerSlots>, address: string, clock: Clock) {
  let releaseReserved: (() => void) | undefined = slots.reserve(address);
  let timer: Timer | undefined;
  const release = () => {
    releaseReserved?.();
    releaseReserved = undefined;
  };
  return {
    release,
    /** Releases the slot after `startsWithinMs` without `start`: the response to a client that has disconnected never starts. */
    expireSoon: () => void (timer = clock.after(startsWithinMs, release)),
    /** Keeps the slot for a response that starts. Returns a function that releases it, or undefined if no slot is free. */
    start(): (() => void) | undefined {
      timer?.cancel();
      const releaseSlot = releaseReserved ?? (slots.areFull(address) ? undefined : slots.reserve(address));
      releaseReserved = undefined;
      return releaseSlot;
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
  /** Stations that did not respond. They are not connected before `retryAt` (monotonic ms), even if screens request them. */
  const backedOff = new Map<number, { upstreamUrl: string; failures: number; retryAt: number }>();

  const stationSignals = createStationSignals(clock);
  const authenticatedSlots = createListenerSlots(limit.maxListeners, limit.maxListenersAtAddress);
  const unauthenticatedSlots = createListenerSlots(limit.maxUnauthenticated, limit.maxUnauthenticatedAtAddress);
  const slotsFor = ({ isAuthenticated }: Listener) => (isAuthenticated ? authenticatedSlots : unauthenticatedSlots);

  const countListeners = () => [...channels.values()].reduce((sum, channel) => sum + channel.listeners.size, 0);
  const tooManyListeners = () =>
    new AppError('unavailable', 'Muitos ouvintes ao mesmo tempo. Tente novamente em instantes.', { retryAfterS: 30 });
  const notResponding = (cause?: unknown) =>
    new AppError('bad_gateway', 'A rádio não está respondendo.', { cause, retryAfterS: 5 });

  function open(station: Upstream): Channel {
    if (channels.size >= limit.maxStations) throw tooManyListeners();
    const channel = createChannel({
      station,
      outbound,
      clock,
      log,
      limit,
      onPlaying: () => stationSignals.record(station, 'playing'),
      onSilent: () => stationSignals.record(station, 'silent'),
      onClosed() {
        stationSignals.release(station);
        if (channels.get(station.id) === channel) channels.delete(station.id);
      },
    });
    channels.set(station.id, channel);
    return channel;
  }

  /** Connects a station, or returns its connected channel. Throws as `join` does. */
  async function connect(station: Upstream): Promise<{ channel: Channel; contentType: string }> {
    const { id, upstreamUrl } = station;
    const currentChannel = channels.get(id);
    const isSame = currentChannel?.station.upstreamUrl === upstreamUrl;
    if (!isSame) currentChannel?.close();
    let channel = isSame ? currentChannel : undefined;
    const backOff = backedOff.get(id);
    if (!channel && backOff?.upstreamUrl === upstreamUrl && clock.monotonic() < backOff.retryAt) throw notResponding();
    channel ??= open(station);
    try {
      const contentType = await channel.whenLive();
      backedOff.delete(id);
      return { channel, contentType };
    } catch (error) {
      if (!channel.wasEverLive && backedOff.get(id) === backOff) {
        const failures = (backOff?.failures ?? 0) + 1;
        backedOff.set(id, { upstreamUrl, failures, retryAt: clock.monotonic() + backOffMs(failures) });
      }
      throw notResponding(error);
    }
  }

  return {
    /** Returns a station's stream. Throws `bad_gateway` when the station sends no sound, `unavailable` beyond the limits. */
    async join(station: Upstream, listener: Listener = { address: '', isAuthenticated: true }): Promise<StreamReply> {
      const slots = slotsFor(listener);
      if (slots.areFull(listener.address)) throw tooManyListeners();
      // Reserve the slot before connecting: clients that disconnect meanwhile cause a connection too.
      const reservation = reserveSlot(slots, listener.address, clock);
      try {
        const { channel, contentType } = await connect(station);
        reservation.expireSoon();
        return {
          contentType,
          headers: { 'cache-control': 'no-store' },
          start(sink) {
            const release = reservation.start();
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
        reservation.release();
        throw error;
      }
    },

    /** Disconnects a station and its listeners. Call it when the address has changed, or the station was deleted. */
    drop(stationId: number): void {
      channels.get(stationId)?.close();
      backedOff.delete(stationId);
      stationSignals.remove(stationId);
    },

    signalOf: stationSignals.of,
    listenersOf: (stationId: number): number => channels.get(stationId)?.listeners.size ?? 0,

    /** Returns a station's signal. Without listeners, connects for some seconds, at most once a minute for each station. */
    async check(station: Upstream): Promise<StationSignal> {
      const isRecent = stationSignals.ageMs(station) < checkEveryMs;
      const channel = channels.get(station.id) ?? (isRecent ? undefined : open(station));
      if (channel) await channel.firstResult;
      return stationSignals.of(station);
    },

    counts: () => ({ stations: channels.size, listeners: countListeners() }),

    close(): void {
      for (const channel of [...channels.values()]) channel.close();
    },
  };
}
