import type { ScreenClock } from './clock.ts';
import type { CachedResponses } from '../requests/cached-responses.ts';

/** Difference at which the device's clock counts as set, so that the kept time is outdated. */
const setMs = 2_000;
/** A memory card is not written for every answer. */
const everyMs = 3_600_000;

export type KeptTime = ReturnType<typeof keepTime>;

/** Keeps the time for a start without the server, and goes on with what was kept. */
export function keepTime(clock: ScreenClock, kept: CachedResponses) {
  let aheadMs = Infinity;
  let offset = '';
  let keptAt = -Infinity;
  return {
    /** The clock goes on with what was kept, if anything was. */
    async recall(): Promise<void> {
      const time = await kept.load('time');
      if (time) clock.recall(time, Date.now(), performance.now());
    },
    /** To be called after the server has said what time it is. */
    note(): void {
      const now = performance.now();
      const time = clock.toKeep(Date.now(), now);
      if (!time) return;
      const isSet = Math.abs(time.deviceMs - time.utcMs - aheadMs) > setMs;
      // A clinic that moved, or summer time that was announced, is kept at once.
      const reported = JSON.stringify([time.utcOffsetMinutes, time.offsetChanges]);
      if (!isSet && reported === offset && now - keptAt < everyMs) return;
      offset = reported;
      aheadMs = time.deviceMs - time.utcMs;
      keptAt = now;
      void kept.save('time', time);
    },
  };
}
