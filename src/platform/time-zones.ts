/** Offsets of time zones. Asking Intl costs 20 to 60 microseconds: what it says is kept until it may change. */
import type { Clock } from './clock.ts';

export interface Offsets {
  /** Minutes ahead of UTC (behind: negative). */
  minutes: number;
  /** The changes of the next eight days, the first one first; mostly none. */
  changes: { fromUtc: string; minutes: number }[];
}

export type TimeZones = ReturnType<typeof createTimeZones>;

const aheadMs = 8 * 86_400_000;
/** No zone changes its clocks twice within it. */
const stepMs = 86_400_000;
const keptMs = 3_600_000;
const minuteMs = 60_000;

interface Kept {
  offsets: Offsets;
  /** Milliseconds since 1970: outside it is asked anew. */
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

/** Minutes that a zone is ahead of UTC at a time in milliseconds since 1970. Throws RangeError for a zone that Intl does not know. */
export function offsetMinutes(zone: string, at: number): number {
  const text = formatOf(zone)
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(text ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
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

/** Every zone that this server knows by its usual name, sorted. */
export function allZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();
}

/** `home`: the server's own zone, for who has chosen none. */
export function createTimeZones(clock: Clock, home: string) {
  const kept = new Map<string, Kept>();

  function ask(zone: string, now: number): Kept {
    const first = offsetMinutes(zone, now);
    const changes: Offsets['changes'] = [];
    let before = first;
    for (let at = now; at < now + aheadMs; at += stepMs) {
      const after = offsetMinutes(zone, at + stepMs);
      if (after === before) continue;
      changes.push({
        fromUtc: new Date(firstWith(zone, before, at, at + stepMs)).toISOString(),
        minutes: after,
      });
      before = after;
    }
    const next = changes[0] ? Date.parse(changes[0].fromUtc) : Infinity;
    return { offsets: { minutes: first, changes }, from: now, until: Math.min(now + keptMs, next) };
  }

  function keptOf(chosen: string | null): Kept {
    const zone = chosen ?? home;
    const now = clock.now();
    let entry = kept.get(zone);
    if (!entry || now < entry.from || now >= entry.until) {
      entry = ask(isKnownZone(zone) ? zone : home, now);
      kept.set(zone, entry);
    }
    return entry;
  }

  return {
    home,

    /** The zone of who chose `chosen`; the server's own for none, and for one that this server does not know. */
    of: (chosen: string | null): string => (chosen !== null && isKnownZone(chosen) ? chosen : home),

    /** Returns the offsets at a time in milliseconds since 1970. */
    offsetsAt(chosen: string | null, at: number): Offsets {
      const zone = chosen ?? home;
      return ask(isKnownZone(zone) ? zone : home, at).offsets;
    },

    /** Returns the present offsets. */
    offsets: (chosen: string | null): Offsets => keptOf(chosen).offsets,

    /** Returns until when `offsets` stays the same; milliseconds since 1970. */
    offsetsUntil: (chosen: string | null): number => keptOf(chosen).until,
  };
}

/** The first whole minute of `from` to `to` whose offset is no longer `before`. */
function firstWith(zone: string, before: number, from: number, to: number): number {
  let [low, high] = [Math.floor(from / minuteMs), Math.ceil(to / minuteMs)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMinutes(zone, middle * minuteMs) === before) low = middle;
    else high = middle;
  }
  return high * minuteMs;
}
