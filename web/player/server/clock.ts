/**
 * The time of day: the server's time plus what has passed since by the monotonic clock, at the server's São Paulo
 * offset. The device's own clock is often wrong: it is only asked how long the device was off, while the server has not yet
 * said what time it is. Its time zone is never asked.
 */
import type { Answers } from './answers.ts';

export interface ServerTime {
  /** ISO 8601. */
  serverTime: string;
  utcOffsetMinutes: number;
}

export interface ScreenClock {
  /** `askedAt` and `answeredAt` are monotonic milliseconds around the call that brought `time`. */
  sync(time: ServerTime, askedAt: number, answeredAt: number): void;
  /**
   * Goes on with the time that was kept, until the server says it. `deviceMs`: what the device's clock says now. Ignored when
   * that can't be: the clock went back, or the device was off for more than 30 days.
   */
  recall(kept: KeptTime, deviceMs: number, now: number): void;
  /** What is to be kept for a start without the server; null until the server has said. */
  toKeep(deviceMs: number, now: number): KeptTime | null;
  /** Milliseconds since 1970, UTC; null until the server has said. */
  utcMs(now: number): number | null;
  /** Milliseconds since 1970 as São Paulo's wall shows them; null until the server has said. */
  wallMs(now: number): number | null;
}

type KeptTime = Answers['time'];

const longestOffMs = 30 * 86_400_000;
/** A quartz drifts by less than this part of the time. */
const drift = 1e-4;

export function createClock(): ScreenClock {
  /** `errorMs` is infinite while nobody but the device's clock vouches for it. */
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
    recall(kept, deviceMs, now) {
      const offMs = deviceMs - kept.deviceMs;
      if (known || offMs < 0 || offMs > longestOffMs) return;
      const offsetMs = kept.utcOffsetMinutes * 60_000;
      known = { utcMs: kept.utcMs + offMs, at: now, errorMs: Infinity, offsetMs };
    },
    toKeep(deviceMs, now) {
      if (!known || known.errorMs === Infinity) return null;
      return { utcMs: known.utcMs + now - known.at, deviceMs, utcOffsetMinutes: known.offsetMs / 60_000 };
    },
    utcMs,
    wallMs(now) {
      const value = utcMs(now);
      return value === null || !known ? null : value + known.offsetMs;
    },
  };
}
