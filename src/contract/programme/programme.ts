/**
 * Decides which playlist a screen plays at a time (contract/README 16). Server, studio and player run this one file: no
 * imports, neither Intl nor the device's zone. All is decided by what the clinic's clock shows, in whole minutes.
 */

/** Offsets of a time zone, as polls carry them: the one before the first change, and the changes in order. */
export interface ZoneOffsets {
  /** Minutes ahead of UTC. */
  minutes: number;
  changes: readonly { fromUtc: string; minutes: number }[];
}

/** Days and hours. A window belongs to the day on which it begins. */
export interface DayWindow {
  /** 0 Monday to 6 Sunday. */
  days: readonly number[];
  /** Minutes since midnight, 0 to 1439; `to` is outside. `to` before `from` runs over midnight, equal is 24 hours. */
  from: number;
  to: number;
}

/** Kind of a rule's target; a screen's own comes before its group's. */
export type TargetKind = 'screen' | 'group';

export interface ProgrammeRule extends DayWindow {
  id: number;
  plays: number | 'dark';
  target: TargetKind;
  /** The higher one comes first. */
  priority: number;
  /** ISO weeks of the day on which it begins. */
  weeks: 'every' | 'even' | 'odd';
  /** First and last day on which it begins, `2026-12-25`; null: no bound. */
  firstDate: string | null;
  lastDate: string | null;
  /** Its switches wait for nothing: for screens, nothing is decided by it here. */
  isExact?: true | undefined;
}

export interface Programme {
  /** The playlist that was sent; null: none. */
  base: number | null;
  rules: readonly ProgrammeRule[];
  offsets: ZoneOffsets;
}

export interface Playing {
  playlistId: number | 'dark' | null;
  /** null: the base. */
  ruleId: number | null;
  /** The first moment at which one of these is another, or seven days later; milliseconds since 1970. */
  untilMs: number;
}

/** Hours in which a playlist item may be shown. */
export interface ItemHours {
  /** First and last day, `2026-12-25`; null: no bound. */
  validFrom: string | null;
  validUntil: string | null;
  /** None: at all hours. */
  windows: readonly DayWindow[];
}

/** Time that the programme looks ahead; the poll's offsets reach a day further. */
export const horizonMs = 7 * 86_400_000;

const minuteMs = 60_000;
const dayMinutes = 1440;

/** A stretch of time in which clocks are not moved; minutes since 1970 in UTC, `to` outside. */
interface Stretch {
  from: number;
  to: number;
  offset: number;
}

/** One run of a rule; minutes since 1970 as the clinic's clock shows them, `end` outside. */
interface Run {
  rule: ProgrammeRule;
  start: number;
  end: number;
}

/** Throws nothing; a base of null and no rule play null. */
export function activeAt(programme: Programme, wallMs: number): Playing {
  const calendar = createCalendar(programme.offsets, wallMs);
  const at = (local: number): Run | null => bestAt(programme.rules, calendar, local);
  const now = at(localMinute(programme.offsets, wallMs));
  const ruleId = now ? now.rule.id : null;
  const untilMs = firstChange(programme.offsets, wallMs, (local, limit) => {
    const run = at(local);
    if ((run ? run.rule.id : null) !== ruleId) return 'changed';
    return nextStart(programme.rules, calendar, run, local, run ? Math.min(run.end, limit) : limit);
  });
  return { playlistId: now ? now.rule.plays : programme.base, ruleId, untilMs };
}

/** Returns whether an item is shown at a time, and until when that holds (seven days at most). */
export function itemAt(item: ItemHours, offsets: ZoneOffsets, wallMs: number): { isShown: boolean; untilMs: number } {
  const calendar = createCalendar(offsets, wallMs);
  const isShownAt = (local: number): boolean => {
    const today = Math.floor(local / dayMinutes);
    if (!isWithin(calendar.of(today).date, item.validFrom, item.validUntil)) return false;
    if (item.windows.length === 0) return true;
    return item.windows.some((window) => {
      const ago = daysAgo(window, local - today * dayMinutes);
      return ago >= 0 && hasDay(window, calendar.of(today - ago));
    });
  };
  const isShown = isShownAt(localMinute(offsets, wallMs));
  const untilMs = firstChange(offsets, wallMs, (local, limit) =>
    isShownAt(local) === isShown ? nextEdge(item.windows, local, limit) : 'changed',
  );
  return { isShown, untilMs };
}

/** True if a rule begins on a day: days since 1970 as the clinic's clock shows them. */
export const beginsOn = (rule: ProgrammeRule, day: number): boolean => mayBegin(rule, dayOf(day));

/** Minutes since 1970 as the clinic's clock shows them. */
export function localMinute(offsets: ZoneOffsets, wallMs: number): number {
  let minutes = offsets.minutes;
  for (const change of offsets.changes) if (Date.parse(change.fromUtc) <= wallMs) minutes = change.minutes;
  return Math.floor(wallMs / minuteMs) + minutes;
}

/** Returns when a value first changes. `check` returns 'changed', or the next minute to check until `limit`. */
function firstChange(
  offsets: ZoneOffsets,
  wallMs: number,
  check: (local: number, limit: number) => number | 'changed',
): number {
  const now = Math.floor(wallMs / minuteMs);
  for (const { from, to, offset } of stretches(offsets, now)) {
    let local = from + offset;
    while (local < to + offset) {
      const next = check(local, to + offset);
      if (next === 'changed') return (local - offset) * minuteMs;
      local = next;
    }
  }
  return wallMs + horizonMs;
}

/** From a minute until the horizon; the last one ends where the whole minute at the horizon does. */
function stretches({ minutes, changes }: ZoneOffsets, now: number): Stretch[] {
  const end = now + horizonMs / minuteMs;
  const found: Stretch[] = [];
  let [from, offset] = [now, minutes];
  for (const change of changes) {
    const at = Math.ceil(Date.parse(change.fromUtc) / minuteMs);
    if (at > end) break;
    if (at > from) found.push({ from, to: at, offset });
    from = Math.max(from, at);
    offset = change.minutes;
  }
  found.push({ from, to: end + 1, offset });
  return found;
}

/** The run that plays at a local minute. */
function bestAt(rules: readonly ProgrammeRule[], calendar: Calendar, local: number): Run | null {
  const today = Math.floor(local / dayMinutes);
  const minute = local - today * dayMinutes;
  let best: Run | null = null;
  for (const rule of rules) {
    const ago = daysAgo(rule, minute);
    if (ago < 0 || !mayBegin(rule, calendar.of(today - ago))) continue;
    const start = (today - ago) * dayMinutes + rule.from;
    if (!best || comesBefore(rule, start, best)) best = { rule, start, end: start + lengthOf(rule) };
  }
  return best;
}

/** Priority, then screen over group, then the later start, then the lower id. */
function comesBefore(rule: ProgrammeRule, start: number, other: Run): boolean {
  if (rule.priority !== other.rule.priority) return rule.priority > other.rule.priority;
  if (rule.target !== other.rule.target) return rule.target === 'screen';
  if (start !== other.start) return start > other.start;
  return rule.id < other.rule.id;
}

/** The first minute after `local` at which a rule begins that comes before what plays; `limit` when none does so earlier. */
function nextStart(
  rules: readonly ProgrammeRule[],
  calendar: Calendar,
  playing: Run | null,
  local: number,
  limit: number,
): number {
  let first = limit;
  const today = Math.floor(local / dayMinutes);
  for (const rule of rules) {
    for (let day = today; ; day += 1) {
      const start = day * dayMinutes + rule.from;
      if (start >= first) break;
      if (start <= local || !mayBegin(rule, calendar.of(day))) continue;
      if (!playing || comesBefore(rule, start, playing)) first = start;
    }
  }
  return first;
}

/** The first minute after `local` at which a day or one of the windows begins or ends. */
function nextEdge(windows: readonly DayWindow[], local: number, limit: number): number {
  const today = Math.floor(local / dayMinutes) * dayMinutes;
  let first = Math.min(limit, today + dayMinutes);
  for (const { from, to } of windows)
    for (const edge of [today + from, today + to]) if (edge > local && edge < first) first = edge;
  return first;
}

/** On which day a window would have begun that holds a minute of today: 0 today, 1 yesterday, -1 none. */
function daysAgo({ from, to }: DayWindow, minute: number): number {
  if (to > from) return minute >= from && minute < to ? 0 : -1;
  if (minute >= from) return 0;
  return minute < to ? 1 : -1;
}

const lengthOf = ({ from, to }: DayWindow): number => (to > from ? to - from : to - from + dayMinutes);

const hasDay = (window: DayWindow, day: Day): boolean => window.days.indexOf(day.weekday) >= 0;

const mayBegin = (rule: ProgrammeRule, day: Day): boolean =>
  hasDay(rule, day) &&
  (rule.weeks === 'every' || (rule.weeks === 'even') === day.isEvenWeek) &&
  isWithin(day.date, rule.firstDate, rule.lastDate);

const isWithin = (date: string, first: string | null, last: string | null): boolean =>
  (first === null || date >= first) && (last === null || date <= last);

interface Day {
  /** 0 Monday to 6 Sunday. */
  weekday: number;
  /** `2026-12-25`. */
  date: string;
  isEvenWeek: boolean;
}

interface Calendar {
  /** By days since 1970. */
  of(day: number): Day;
}

/** Each day is worked out once, however many rules ask. */
function createCalendar(offsets: ZoneOffsets, wallMs: number): Calendar {
  // Over midnight a day back, and clocks that are moved another one.
  const first = Math.floor(localMinute(offsets, wallMs) / dayMinutes) - 3;
  const known: Day[] = [];
  return { of: (day) => (known[day - first] = known[day - first] || dayOf(day)) };
}

function dayOf(day: number): Day {
  // 1970 began on a Thursday.
  const weekday = (((day + 3) % 7) + 7) % 7;
  // A week belongs to the year of its Thursday.
  const thursday = day - weekday + 3;
  const firstOfYear = Date.UTC(new Date(thursday * 86_400_000).getUTCFullYear(), 0, 1) / 86_400_000;
  return {
    weekday,
    date: new Date(day * 86_400_000).toISOString().slice(0, 10),
    isEvenWeek: (Math.floor((thursday - firstOfYear) / 7) + 1) % 2 === 0,
  };
}
