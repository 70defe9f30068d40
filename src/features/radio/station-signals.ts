/** Stores in memory whether each station plays or is silent, and since when, as observed on its connections. */
import type { StationSignal } from '../../contract/radio.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Upstream } from './station-store.ts';

/** Time after which the signal of a silent station is unknown again, unless another attempt has failed. */
const silenceValidMs = 15 * 60_000;
/** Time that a station counts as playing after the relay has disconnected it. */
const soundValidMs = 60_000;

interface Report {
  upstreamUrl: string;
  state: 'playing' | 'silent';
  /** Milliseconds since 1970. */
  since: number;
  /** Monotonic time of the last report or disconnection, in milliseconds. */
  checkedAt: number;
  /** True after the relay has disconnected the station. */
  isReleased?: boolean;
}

export function createStationSignals(clock: Clock) {
  const reports = new Map<number, Report>();

  function reportOf({ id, upstreamUrl }: Upstream): Report | undefined {
    const report = reports.get(id);
    return report?.upstreamUrl === upstreamUrl ? report : undefined;
  }

  function ageMs(station: Upstream): number {
    const report = reportOf(station);
    return report ? clock.monotonic() - report.checkedAt : Infinity;
  }

  return {
    /** Returns the milliseconds since a station's last report; Infinity without one. */
    ageMs,

    /** Stores that sound has arrived (`playing`), or a connection attempt failed or the sound ended (`silent`). */
    record(station: Upstream, state: Report['state']): void {
      // An address that an administrator listens to before saving it has a negative id (routes.ts).
      if (station.id <= 0) return;
      const previous = reportOf(station);
      const since = previous?.state === state ? previous.since : clock.now();
      const { upstreamUrl } = station;
      reports.set(station.id, { upstreamUrl, state, since, checkedAt: clock.monotonic() });
    },

    /** Stores that the relay has disconnected the station: a report that it plays then expires after `soundValidMs`. */
    release(station: Upstream): void {
      const report = reportOf(station);
      if (report?.state === 'playing')
        reports.set(station.id, { ...report, checkedAt: clock.monotonic(), isReleased: true });
    },

    remove: (stationId: number): void => void reports.delete(stationId),

    /** Returns a station's signal; its state is 'unknown' if there is no valid report. */
    of(station: Upstream): StationSignal {
      const report = reportOf(station);
      const age = ageMs(station);
      if (!report || (report.state === 'silent' ? age > silenceValidMs : report.isReleased && age > soundValidMs))
        return { state: 'unknown', since: null };
      return { state: report.state, since: new Date(report.since).toISOString() };
    },
  };
}
