/** Calculates offsets of time zones. A call of Intl takes 20 to 60 microseconds, so its results are cached until they may change. */
import type { Clock } from './clock.ts';

export interface Offsets {
  /** Minutes ahead of UTC; negative when behind. */
  minutes: number;
  /** Changes within the next eight days in order; usually none. */
  changes: { fromUtc: string; minutes: number }[];
}

export type TimeZones = ReturnType<typeof createTimeZones>;

const lookAheadMs = 8 * 86_400_000;
/** Step of the search for changes: no zone changes its clocks twice within it. */
const stepMs = 86_400_000;
const cacheMs = 3_600_000;
const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

interface CachedOffsets {
  offsets: Offsets;
  /** Valid from this time, in milliseconds since 1970. */
  from: number;
  until: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  return format;
}

/** Returns the minutes that a zone is ahead of UTC at a time in milliseconds since 1970. Throws RangeError for a zone that Intl does not know. */
export function offsetMinutes(zone: string, at: number): number {
  const text = formatOf(zone)
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(text ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** Returns a function that adds the zone's offset to a time in ms since 1970: UTC fields of the sum are the zone's local time. */
export function createLocalClock(zone: string): (at: number) => number {
  // Intl is slow, and zones change their clocks only at a full quarter of an hour in UTC: one call per quarter is enough.
  const offsets = new Map<number, number>();
  return (at) => {
    const step = Math.floor(at / quarterMs);
    let offset = offsets.get(step);
    if (offset === undefined) {
      offset = offsetMinutes(zone, at) * minuteMs;
      offsets.set(step, offset);
    }
    return at + offset;
  };
}

/** True if this server's Intl knows the zone. */
export function isKnownZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Returns every zone that this server knows by its usual name, sorted. */
export function allZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();
}

/** `home`: the server's own zone, for accounts that have chosen none. */
export function createTimeZones(clock: Clock, home: string) {
  const cached = new Map<string, CachedOffsets>();

  function compute(zone: string, now: number): CachedOffsets {
    const first = offsetMinutes(zone, now);
    const changes: Offsets['changes'] = [];
    let current = first;
    for (let at = now; at < now + lookAheadMs; at += stepMs) {
      const after = offsetMinutes(zone, at + stepMs);
      if (after === current) continue;
      changes.push({
        fromUtc: new Date(findChange(zone, current, at, at + stepMs)).toISOString(),
        minutes: after,
      });
      current = after;
    }
    const next = changes[0] ? Date.parse(changes[0].fromUtc) : Infinity;
    return { offsets: { minutes: first, changes }, from: now, until: Math.min(now + cacheMs, next) };
  }

  /** Returns the chosen zone; the server's own when none is chosen or this server does not know it. */
  const zoneOf = (chosen: string | null): string => (chosen !== null && isKnownZone(chosen) ? chosen : home);

  function cachedOf(chosen: string | null): CachedOffsets {
    const zone = chosen ?? home;
    const now = clock.now();
    let entry = cached.get(zone);
    if (!entry || now < entry.from || now >= entry.until) {
      entry = compute(zoneOf(chosen), now);
      cached.set(zone, entry);
    }
    return entry;
  }

  return {
    home,

    of: zoneOf,

    /** Returns the offsets at a time in milliseconds since 1970. */
    offsetsAt: (chosen: string | null, at: number): Offsets => compute(zoneOf(chosen), at).offsets,

    /** Returns the current offsets. */
    offsets: (chosen: string | null): Offsets => cachedOf(chosen).offsets,

    /** Returns the time until which `offsets` stays the same, in milliseconds since 1970. */
    offsetsUntil: (chosen: string | null): number => cachedOf(chosen).until,
  };
}

/** Returns the first whole minute between `from` and `to` whose offset is not `oldOffset`. */
function findChange(zone: string, oldOffset: number, from: number, to: number): number {
  let [low, high] = [Math.floor(from / minuteMs), Math.ceil(to / minuteMs)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMinutes(zone, middle * minuteMs) === oldOffset) low = middle;
    else high = middle;
  }
  return high * minuteMs;
}
