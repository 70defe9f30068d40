/** Keeps, in memory, whether each station plays, and since when (not), as calls to it have shown. */
import type { StationSignal } from '../../contract/radio.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Upstream } from './station-store.ts';

/** Time after which a silence that nobody has checked again counts as unknown. */
const silenceKnownMs = 15 * 60_000;
/** Time that a station counts as playing after it was disconnected while it played. */
const soundKnownMs = 60_000;

interface Report {
  upstreamUrl: string;
  state: 'playing' | 'silent';
  since: number;
  /** Monotonic. */
  checkedAt: number;
  /** Nobody listens to it any more. */
  isReleased?: boolean;
}

export type Signals = ReturnType<typeof createSignals>;

export function createSignals(clock: Clock) {
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
    /** Milliseconds since the last call to a station showed something; Infinity when none did. */
    ageMs,

    /** Sound comes, or a call failed, or the sound has ended. */
    note(station: Upstream, state: Report['state']): void {
      // A trial has no station.
      if (station.id <= 0) return;
      const before = reportOf(station);
      const since = before?.state === state ? before.since : clock.now();
      const { upstreamUrl } = station;
      reports.set(station.id, { upstreamUrl, state, since, checkedAt: clock.monotonic() });
    },

    /** It was released while it played: soon nobody knows. */
    release(station: Upstream): void {
      const report = reportOf(station);
      if (report?.state === 'playing')
        reports.set(station.id, { ...report, checkedAt: clock.monotonic(), isReleased: true });
    },

    forget: (stationId: number): void => void reports.delete(stationId),

    of(station: Upstream): StationSignal {
      const report = reportOf(station);
      const age = ageMs(station);
      if (!report || (report.state === 'silent' ? age > silenceKnownMs : report.isReleased && age > soundKnownMs))
        return { state: 'unknown', since: null };
      return { state: report.state, since: new Date(report.since).toISOString() };
    },
  };
}
