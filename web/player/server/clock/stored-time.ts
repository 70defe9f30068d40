import type { ScreenClock } from './clock.ts';
import type { CachedResponses } from '../requests/cached-responses.ts';

/** If the deviation of the device's clock changes by more than this, the clock was set: the time is stored again at once. */
const clockSetMs = 2_000;
/** Interval of writes, to spare the memory card. */
const writeEveryMs = 3_600_000;

export type StoredTime = ReturnType<typeof createStoredTime>;

/** Stores the time for a start without the server, and restores it. */
export function createStoredTime(clock: ScreenClock, cachedResponses: CachedResponses) {
  /** How far the device's clock was ahead of the time when both were stored. */
  let deviceAheadMs = Infinity;
  let storedOffset = '';
  let storedAt = -Infinity;
  return {
    /** Sets the clock from the stored time, if a time is stored. */
    async restore(): Promise<void> {
      const time = await cachedResponses.load('time');
      if (!time) return;
      const deviceMs = Date.now();
      clock.restore(time, deviceMs, performance.now());
      // Later starts must not trust a clock that was set back either, even when it has passed the stored time again.
      if (deviceMs < time.deviceMs) void cachedResponses.save('time', { ...time, deviceMs: Number.MAX_SAFE_INTEGER });
    },
    /** Stores the time, if that is due. Call it after each response with the server's time. */
    save(): void {
      const now = performance.now();
      const time = clock.toStore(Date.now(), now);
      if (!time) return;
      const wasClockSet = Math.abs(time.deviceMs - time.utcMs - deviceAheadMs) > clockSetMs;
      // A changed time zone or announced summer time is stored at once.
      const offset = JSON.stringify([time.utcOffsetMinutes, time.offsetChanges]);
      if (!wasClockSet && offset === storedOffset && now - storedAt < writeEveryMs) return;
      storedOffset = offset;
      deviceAheadMs = time.deviceMs - time.utcMs;
      storedAt = now;
      void cachedResponses.save('time', time);
    },
  };
}
