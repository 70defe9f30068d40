/**
 * The time of day: the server's time plus what has passed since by the monotonic clock, at the offset of the clinic's zone,
 * whose next changes the server tells ahead. The device's own clock is often wrong: it is only asked how long the device was off, while the server has not yet
 * said what time it is, and how long it slept, where it was right before: Chromium's monotonic clock may stand meanwhile. Its time zone is never asked.
 */
import type { ZoneOffsets } from '../../../../src/contract/programme/programme.ts';
import type { Responses, OffsetChange } from '../requests/responses.ts';

export interface ServerTime {
  /** ISO 8601. */
  serverTime: string;
  utcOffsetMinutes: number;
  /** The offset's next changes, the first one first; left out when there are none. */
  offsetChanges?: readonly OffsetChange[] | undefined;
}

/** The time by which the programme is followed. */
export interface ProgrammeTime {
  /** Milliseconds since 1970, UTC. */
  utcMs: number;
  offsets: ZoneOffsets;
  /** False: nothing is known but that it is not earlier. */
  isKnown: boolean;
}

type KeptTime = Responses['time'];

/** Those of the last change that has come. */
function minutesAt({ minutes, changes }: ZoneOffsets, utcMs: number): number {
  return changes.reduce((now, change) => (Date.parse(change.fromUtc) <= utcMs ? change.minutes : now), minutes);
}

const longestOffMs = 30 * 86_400_000;
/** A quartz drifts by less than this part of the time. */
const drift = 1e-4;

/** Less is no sleep; and a device's clock is right when it is no farther than this from the server's. */
const shortestSleepMs = 60_000;

/** Minimum difference that counts as another time zone; responses differ by less. */
const jumpMs = 1_000;

export type ScreenClock = ReturnType<typeof createClock>;

/**
 * `onJump`: what a wall shows is another time at once, by another zone or after the first response. `onSlept`: the device slept,
 * as far as its clock can be believed.
 */
export function createClock(onJump: () => void = () => undefined, onSlept: () => void = () => undefined) {
  /** `errorMs` is infinite while nobody but the device's clock vouches for it. */
  let known: { utcMs: number; at: number; errorMs: number; offset: ZoneOffsets } | undefined;
  /** The kept time, until a better one is known. */
  let atLeast: ProgrammeTime | null = null;
  /** The last look, and whether the device's clock was right then. */
  let seen: { deviceMs: number; at: number; isRight: boolean } | undefined;
  let totalSleptMs = 0;
  let wokeAt = -Infinity;
  const utcMs = (now: number) => (known ? known.utcMs + now - known.at : null);

  const wallMs = (now: number): number | null => {
    const value = utcMs(now);
    return value === null || !known ? null : value + minutesAt(known.offset, value) * 60_000;
  };

  function set(time: ServerTime, requestedAt: number, respondedAt: number): void {
    const errorMs = (respondedAt - requestedAt) / 2;
    const reported = Date.parse(time.serverTime) + errorMs;
    const offset: ZoneOffsets = { minutes: time.utcOffsetMinutes, changes: time.offsetChanges ?? [] };
    if (Number.isNaN(reported)) return;
    atLeast = null;
    if (known) {
      const believed = known.errorMs + (respondedAt - known.at) * drift;
      const isWorse = errorMs > believed && Math.abs(reported - (utcMs(respondedAt) as number)) <= errorMs + believed;
      // A slow answer that does not contradict brings nothing but a jumping clock.
      if (isWorse) {
        known.offset = offset;
        return;
      }
    }
    known = { utcMs: reported, at: respondedAt, errorMs, offset };
  }

  return {
    /**
     * To be called several times a second, and before `sync`: whether the device slept. `deviceMs`: what its clock says now,
     * milliseconds since 1970.
     */
    check(deviceMs: number, now: number): void {
      const gainMs = seen?.isRight ? deviceMs - seen.deviceMs - (now - seen.at) : 0;
      const hasSlept = known !== undefined && gainMs > shortestSleepMs && gainMs < longestOffMs;
      if (known && hasSlept) {
        totalSleptMs += gainMs;
        wokeAt = now;
        // Somebody may have set the clock: whatever the server says next counts more.
        known = { ...known, utcMs: known.utcMs + gainMs, errorMs: Infinity };
      }
      const value = utcMs(now);
      seen = { deviceMs, at: now, isRight: value !== null && Math.abs(deviceMs - value) <= shortestSleepMs };
      if (hasSlept) onSlept();
    },
    /** Monotonic milliseconds that count what the device slept. */
    elapsed: (now: number) => now + totalSleptMs,
    /**
     * `requestedAt` and `respondedAt` are monotonic milliseconds around the call that brought `time`; one that was asked before a
     * sleep is ignored.
     */
    sync(time: ServerTime, requestedAt: number, respondedAt: number): void {
      if (requestedAt < wokeAt) return;
      const before = wallMs(respondedAt);
      set(time, requestedAt, respondedAt);
      const after = wallMs(respondedAt);
      if (after !== null && (before === null || Math.abs(after - before) >= jumpMs)) onJump();
    },
    /**
     * Goes on with the time that was kept, until the server says it. `deviceMs`: what the device's clock says now. Ignored when
     * that can't be: the clock went back, or the device was off for more than 30 days.
     */
    recall(kept: KeptTime, deviceMs: number, now: number): void {
      if (known) return;
      const offset: ZoneOffsets = { minutes: kept.utcOffsetMinutes, changes: kept.offsetChanges ?? [] };
      const offMs = deviceMs - kept.deviceMs;
      const aheadMs = deviceMs - kept.utcMs;
      const isBelieved = offMs >= 0 && aheadMs >= 0 && aheadMs < longestOffMs;
      if (!isBelieved) atLeast = { utcMs: kept.utcMs, offsets: offset, isKnown: false };
      if (offMs < 0 || offMs > longestOffMs) return;
      known = { utcMs: kept.utcMs + offMs, at: now, errorMs: Infinity, offset };
    },
    /** Returns the time to keep for a start without the server; null until the server has said. */
    toKeep(deviceMs: number, now: number): KeptTime | null {
      if (!known || known.errorMs === Infinity) return null;
      const { minutes, changes } = known.offset;
      const next = changes.length > 0 ? { offsetChanges: changes } : {};
      return { utcMs: known.utcMs + now - known.at, deviceMs, utcOffsetMinutes: minutes, ...next };
    },
    /** Milliseconds since 1970, UTC; null until the server has said. */
    utcMs,
    /**
     * The programme asks for more than who reads the clock: without the server the device's own clock only counts at or after
     * the time that was kept, and less than 30 days ahead of it. Null until the server has ever said what time it is.
     */
    programmeTime(now: number): ProgrammeTime | null {
      const value = utcMs(now);
      if (atLeast || value === null || !known) return atLeast;
      return { utcMs: value, offsets: known.offset, isKnown: true };
    },
    /** Milliseconds since 1970 as a wall of the clinic shows them; null until the server has said. */
    wallMs,
  };
}
