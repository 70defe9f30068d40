/**
 * Calculates the time of day: the server's time plus the monotonic time since then. The server also sends the UTC offset
 * of the clinic's time zone and its next changes. The device's clock, which is often wrong, only measures how long the
 * device was off or slept: Chromium's monotonic clock may stop during sleep.
 */
import type { ZoneOffsets } from '../../../../src/contract/programme/programme.ts';
import type { Responses, OffsetChange } from '../requests/responses.ts';

export interface ServerTime {
  /** ISO 8601. */
  serverTime: string;
  utcOffsetMinutes: number;
  /** The next changes of the offset, in order; omitted without any. */
  offsetChanges?: readonly OffsetChange[] | undefined;
}

/** The time that the programme's rules use. */
export interface ProgrammeTime {
  /** Milliseconds since 1970, UTC. */
  utcMs: number;
  offsets: ZoneOffsets;
  /** False: `utcMs` is only the earliest possible time. */
  isKnown: boolean;
}

type StoredTime = Responses['time'];

/** Returns the UTC offset in minutes at a time. */
function minutesAt({ minutes, changes }: ZoneOffsets, utcMs: number): number {
  return changes.reduce((latest, change) => (Date.parse(change.fromUtc) <= utcMs ? change.minutes : latest), minutes);
}

/** Time without power, or length of a sleep, from which the device's clock is not believed. */
const maxOffMs = 30 * 86_400_000;
/** Maximum drift of a clock, as a share of the elapsed time. */
const drift = 1e-4;

/** Two limits: minimum length of a sleep, and maximum deviation of a device's clock that counts as right. */
const minSleepMs = 60_000;

/** Time after which a wrong clock with the same deviation counts as constant. */
const constantAfterMs = 600_000;

/** Minimum change of the time that counts as a jump; responses differ by less. */
const jumpMs = 1_000;

export type ScreenClock = ReturnType<typeof createClock>;

/** Calls `onJump` when the displayed time jumps by a second or more, and `onSlept` when the device slept. */
export function createClock(onJump: () => void = () => undefined, onSlept: () => void = () => undefined) {
  /** `utcMs`: the time at monotonic time `at`. `errorMs`: its maximum error; Infinity if it comes from the device's clock alone. */
  let reference: { utcMs: number; at: number; errorMs: number; offset: ZoneOffsets } | undefined;
  /** The stored time, if the device's clock does not show how much time has passed since; otherwise null. */
  let earliest: ProgrammeTime | null = null;
  /** The last check, and whether the device's clock was right or constant then. */
  let lastCheck: { deviceMs: number; at: number; isTrusted: boolean } | undefined;
  /** The deviation of the device's clock, and since when it has been the same. */
  let deviation = { ms: Infinity, since: 0 };
  let totalSleptMs = 0;
  let wokeAt = -Infinity;
  const utcMs = (now: number) => (reference ? reference.utcMs + now - reference.at : null);

  const wallMs = (now: number): number | null => {
    const value = utcMs(now);
    return value === null || !reference ? null : value + minutesAt(reference.offset, value) * 60_000;
  };

  function set(time: ServerTime, requestedAt: number, respondedAt: number): void {
    const errorMs = (respondedAt - requestedAt) / 2;
    const reported = Date.parse(time.serverTime) + errorMs;
    const offset: ZoneOffsets = { minutes: time.utcOffsetMinutes, changes: time.offsetChanges ?? [] };
    if (Number.isNaN(reported)) return;
    earliest = null;
    if (reference) {
      const expectedErrorMs = reference.errorMs + (respondedAt - reference.at) * drift;
      const isWorse =
        errorMs > expectedErrorMs && Math.abs(reported - (utcMs(respondedAt) as number)) <= errorMs + expectedErrorMs;
      // A slow response that agrees with the known time would only make the clock jump.
      if (isWorse) {
        reference.offset = offset;
        return;
      }
    }
    reference = { utcMs: reported, at: respondedAt, errorMs, offset };
  }

  return {
    /** Checks whether the device slept. Call it several times a second and before `sync`. `deviceMs`: `Date.now()`. */
    check(deviceMs: number, now: number): void {
      const expected = utcMs(now);
      const wasCorrected = expected !== null && Math.abs(deviceMs - expected) <= minSleepMs;
      const gainMs = lastCheck?.isTrusted && !wasCorrected ? deviceMs - lastCheck.deviceMs - (now - lastCheck.at) : 0;
      const hasSlept = reference !== undefined && gainMs > minSleepMs && gainMs < maxOffMs;
      if (reference && hasSlept) {
        totalSleptMs += gainMs;
        wokeAt = now;
        // A person may have set the clock: the server's next time replaces this one.
        reference = { ...reference, utcMs: reference.utcMs + gainMs, errorMs: Infinity };
      }
      const value = utcMs(now);
      const deviationMs = value === null ? Infinity : deviceMs - value;
      if (!(Math.abs(deviationMs - deviation.ms) <= minSleepMs)) deviation = { ms: deviationMs, since: now };
      const isConstant = value !== null && now - deviation.since >= constantAfterMs;
      lastCheck = { deviceMs, at: now, isTrusted: isConstant || Math.abs(deviationMs) <= minSleepMs };
      if (hasSlept) onSlept();
    },
    /** Returns monotonic milliseconds that include the device's sleep. */
    elapsed: (now: number) => now + totalSleptMs,
    /** Sets the clock, unless the request began before a sleep. Request and response: monotonic milliseconds. */
    sync(time: ServerTime, requestedAt: number, respondedAt: number): void {
      if (requestedAt < wokeAt) return;
      const before = wallMs(respondedAt);
      set(time, requestedAt, respondedAt);
      const after = wallMs(respondedAt);
      if (after !== null && (before === null || Math.abs(after - before) >= jumpMs)) onJump();
    },
    /**
     * Continues with the stored time plus what the device's clock has gained since, whether that clock is right or wrong. If
     * that clock went back, or gained 30 days or more, the stored time is only the earliest possible one.
     */
    restore(stored: StoredTime, deviceMs: number, now: number): void {
      if (reference) return;
      const offset: ZoneOffsets = { minutes: stored.utcOffsetMinutes, changes: stored.offsetChanges ?? [] };
      const offMs = deviceMs - stored.deviceMs;
      if (offMs < 0 || offMs >= maxOffMs) earliest = { utcMs: stored.utcMs, offsets: offset, isKnown: false };
      else reference = { utcMs: stored.utcMs + offMs, at: now, errorMs: Infinity, offset };
    },
    /** Returns the time to store for a start without the server; null between the start or a sleep and the server's response. */
    toStore(deviceMs: number, now: number): StoredTime | null {
      if (!reference || reference.errorMs === Infinity) return null;
      const { minutes, changes } = reference.offset;
      const next = changes.length > 0 ? { offsetChanges: changes } : {};
      return { utcMs: reference.utcMs + now - reference.at, deviceMs, utcOffsetMinutes: minutes, ...next };
    },
    /** Returns milliseconds since 1970, UTC; null while the time is unknown. */
    utcMs,
    /** Returns the time for the programme's rules; null if the server has not sent the time and none is stored. */
    programmeTime(now: number): ProgrammeTime | null {
      const value = utcMs(now);
      if (earliest || value === null || !reference) return earliest;
      return { utcMs: value, offsets: reference.offset, isKnown: true };
    },
    /** Returns milliseconds since 1970 in the clinic's local time; null while the time is unknown. */
    wallMs,
  };
}
