/**
 * The time of day: the server's time plus what has passed since by the monotonic clock, at the server's São Paulo
 * offset. The device's own clock and time zone are often wrong and never asked.
 */

export interface ServerTime {
  /** ISO 8601. */
  serverTime: string;
  utcOffsetMinutes: number;
}

export interface ScreenClock {
  /** `askedAt` and `answeredAt` are monotonic milliseconds around the call that brought `time`. */
  sync(time: ServerTime, askedAt: number, answeredAt: number): void;
  /** Milliseconds since 1970, UTC; null until the server has said. */
  utcMs(now: number): number | null;
  /** Milliseconds since 1970 as São Paulo's wall shows them; null until the server has said. */
  wallMs(now: number): number | null;
}

/** A quartz drifts by less than this part of the time. */
const drift = 1e-4;

export function createClock(): ScreenClock {
  let known: { utcMs: number; at: number; errorMs: number; offsetMs: number } | undefined;
  const utcMs = (now: number) => (known ? known.utcMs + now - known.at : null);

  return {
    sync(time, askedAt, answeredAt) {
      const errorMs = (answeredAt - askedAt) / 2;
      const told = Date.parse(time.serverTime) + errorMs;
      const offsetMs = time.utcOffsetMinutes * 60_000;
      if (Number.isNaN(told)) return;
      if (known) {
        const believed = known.errorMs + (answeredAt - known.at) * drift;
        const isWorse = errorMs > believed && Math.abs(told - (utcMs(answeredAt) as number)) <= errorMs + believed;
        // A slow answer that does not contradict brings nothing but a jumping clock.
        if (isWorse) {
          known.offsetMs = offsetMs;
          return;
        }
      }
      known = { utcMs: told, at: answeredAt, errorMs, offsetMs };
    },
    utcMs,
    wallMs(now) {
      const value = utcMs(now);
      return value === null || !known ? null : value + known.offsetMs;
    },
  };
}
