/**
 * Decides which playlist a screen plays at a time (contract/README 16). Server, studio and player share this file: it has no
 * imports, and uses neither Intl nor the device's time zone. It decides by the clinic's local time, in whole minutes.
 */

/** Offsets of a time zone, as polls contain them: the offset before the first change, and the changes in order. */
export interface ZoneOffsets {
  /** Minutes ahead of UTC. */
  minutes: number;
  changes: readonly { fromUtc: string; minutes: number }[];
}

/** Days and hours. A window belongs to the day on which it begins. */
export interface DayWindow {
  /** 0 Monday to 6 Sunday. */
  days: readonly number[];
  /** Minutes since midnight, 0 to 1439; `to` is excluded. `to` before `from`: on the next day; equal: 24 hours later. */
  from: number;
  to: number;
}

/** Kind of a rule's target; a rule for the screen takes precedence over one for its group. */
export type TargetKind = 'screen' | 'group';

export interface ProgrammeRule extends DayWindow {
  id: number;
  /** Id of the playlist, or 'dark' for a dark screen. */
  plays: number | 'dark';
  target: TargetKind;
  /** A higher number takes precedence. In a `Programme`: the result of `precedenceOf`; in a stored rule: the user's choice. */
  priority: number;
  /** ISO weeks in which the rule's windows begin. */
  weeks: 'every' | 'even' | 'odd';
  /** First and last day on which the rule's windows begin, `2026-12-25`; null: no bound. */
  firstDate: string | null;
  lastDate: string | null;
  /** True: a screen switches without waiting for the end of the item. Used by screens only, not in this file. */
  isExact?: true | undefined;
}

/** The fields of a rule that decide on which days it begins. */
type DayRule = Pick<ProgrammeRule, 'days' | 'from' | 'to' | 'weeks' | 'firstDate' | 'lastDate'>;

export interface Programme {
  /** Id of the base playlist; null: none. */
  base: number | null;
  rules: readonly ProgrammeRule[];
  offsets: ZoneOffsets;
}

export interface Playing {
  playlistId: number | 'dark' | null;
  /** null: the base playlist plays. */
  ruleId: number | null;
  /** Time of the next change of these values, at most seven days later; milliseconds since 1970. */
  untilMs: number;
}

/** Hours in which a playlist item may be shown. */
export interface ItemHours {
  /** First and last day, `2026-12-25`; null: no bound. */
  validFrom: string | null;
  validUntil: string | null;
  /** Empty: the item is always shown. */
  windows: readonly DayWindow[];
}

/** Hours of a playlist's items; null: some item is always shown. Empty: there is nothing to show. */
export type PlaylistHours = readonly ItemHours[] | null;

/** Difference that one step of priority makes in `precedenceOf`. Ranges of at least as many days count as unlimited. */
export const precedenceSteps = 100_000;

/** Returns a number that is higher for a higher priority and, with equal priorities, for a shorter range of dates. */
export function precedenceOf({
  priority,
  firstDate,
  lastDate,
}: Pick<ProgrammeRule, 'priority' | 'firstDate' | 'lastDate'>): number {
  const days =
    firstDate === null || lastDate === null
      ? Infinity
      : (Date.parse(lastDate) - Date.parse(firstDate)) / 86_400_000 + 1;
  return priority * precedenceSteps + Math.max(0, precedenceSteps - days);
}

/** Time for which the programme is computed in advance; the poll's offsets cover one day more. */
export const horizonMs = 7 * 86_400_000;

const minuteMs = 60_000;
const dayMinutes = 1440;

/** A period with a constant offset; minutes since 1970 in UTC, `to` excluded. */
interface Period {
  from: number;
  to: number;
  offset: number;
}

/** One occurrence of a rule; local minutes since 1970, `end` excluded. */
interface Occurrence {
  rule: ProgrammeRule;
  start: number;
  end: number;
}

/**
 * Returns what a screen shows at `wallMs` (in this whole file: milliseconds since 1970, UTC). Unlike `activeAt`, returns the base
 * playlist, if there is one, instead of a rule's playlist while none of the playlist's items may be shown. `hoursOf` returns the
 * hours of a playlist.
 */
export function shownAt(programme: Programme, hoursOf: (playlistId: number) => PlaylistHours, wallMs: number): Playing {
  const { base, offsets } = programme;
  const endMs = wallMs + horizonMs;
  let untilMs = wallMs;
  while (untilMs < endMs) {
    const playing = activeAt(programme, untilMs);
    const { playlistId, ruleId } = playing;
    let isShown = ruleId !== null;
    if (isShown && base !== null && typeof playlistId === 'number') {
      const items = itemsAt(hoursOf(playlistId), offsets, untilMs);
      isShown = items.isShown;
      playing.untilMs = Math.min(playing.untilMs, items.untilMs);
    }
    if (isShown) return untilMs === wallMs ? playing : { playlistId: base, ruleId: null, untilMs };
    // The base playlist plays: advance to the next change, because the rule that follows may have nothing to show either.
    untilMs = playing.untilMs;
  }
  return { playlistId: base, ruleId: null, untilMs: endMs };
}

/** Computes whether any of the items may be shown at a time, and the time of the next change (at most seven days later). */
function itemsAt(hours: PlaylistHours, offsets: ZoneOffsets, wallMs: number): { isShown: boolean; untilMs: number } {
  const endMs = wallMs + horizonMs;
  if (hours === null) return { isShown: true, untilMs: endMs };
  const now = hours.map((item) => itemAt(item, offsets, wallMs));
  if (!now.some(({ isShown }) => isShown))
    return { isShown: false, untilMs: now.reduce((first, { untilMs }) => Math.min(first, untilMs), endMs) };
  let untilMs = wallMs;
  // Move `untilMs` to the latest end of the items that are shown at `untilMs`, until none of them ends later.
  for (let last = -1; untilMs > last && untilMs < endMs;) {
    last = untilMs;
    for (const item of hours) {
      const found = itemAt(item, offsets, last);
      if (found.isShown) untilMs = Math.max(untilMs, found.untilMs);
    }
  }
  return { isShown: true, untilMs: Math.min(untilMs, endMs) };
}

/** Returns the playlist of the rule that takes precedence at a time; without a rule, the base playlist. Never throws. */
export function activeAt(programme: Programme, wallMs: number): Playing {
  const calendar = createCalendar(programme.offsets, wallMs);
  const at = (local: number): Occurrence | null => bestAt(programme.rules, calendar, local);
  const now = at(localMinute(programme.offsets, wallMs));
  const ruleId = now ? now.rule.id : null;
  const untilMs = firstChange(programme.offsets, wallMs, (local, limit) => {
    const occurrence = at(local);
    if ((occurrence ? occurrence.rule.id : null) !== ruleId) return 'changed';
    const end = occurrence ? Math.min(occurrence.end, limit) : limit;
    return nextStart(programme.rules, calendar, occurrence, local, end);
  });
  return { playlistId: now ? now.rule.plays : programme.base, ruleId, untilMs };
}

/** Computes whether an item may be shown at a time, and the time of the next change (at most seven days later). */
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

/** True if no day from the rule's first to its last date is one of its weekdays in one of its weeks. */
export function neverBegins(rule: DayRule): boolean {
  if (rule.firstDate === null || rule.lastDate === null) return false;
  const first = Date.parse(rule.firstDate) / 86_400_000;
  const last = Date.parse(rule.lastDate) / 86_400_000;
  // Within four weeks there is every weekday of an even and of an odd week, also around weeks 53 and 1.
  for (let day = first; day <= Math.min(last, first + 28); day += 1) if (beginsOn(rule, day)) return false;
  return true;
}

/** True if a rule begins on a local day, given in days since 1970. */
export const beginsOn = (rule: DayRule, day: number): boolean => mayBegin(rule, dayOf(day));

/** Converts a time in UTC to minutes since 1970 in the clinic's time zone. */
export function localMinute(offsets: ZoneOffsets, wallMs: number): number {
  let minutes = offsets.minutes;
  for (const change of offsets.changes) if (Date.parse(change.fromUtc) <= wallMs) minutes = change.minutes;
  return Math.floor(wallMs / minuteMs) + minutes;
}

/**
 * Returns the time at which a value changes first, at most seven days later. `check(local, limit)` returns 'changed' if the
 * value differs at that local minute, or the next minute, up to `limit`, at which it may change.
 */
function firstChange(
  offsets: ZoneOffsets,
  wallMs: number,
  check: (local: number, limit: number) => number | 'changed',
): number {
  const now = Math.floor(wallMs / minuteMs);
  for (const { from, to, offset } of constantPeriods(offsets, now)) {
    let local = from + offset;
    while (local < to + offset) {
      const next = check(local, to + offset);
      if (next === 'changed') return (local - offset) * minuteMs;
      local = next;
    }
  }
  return wallMs + horizonMs;
}

/** Returns the periods of constant offset from minute `now` (UTC) to the end of the minute in which the horizon ends. */
function constantPeriods({ minutes, changes }: ZoneOffsets, now: number): Period[] {
  const end = now + horizonMs / minuteMs;
  const periods: Period[] = [];
  let [from, offset] = [now, minutes];
  for (const change of changes) {
    const at = Math.ceil(Date.parse(change.fromUtc) / minuteMs);
    if (at > end) break;
    if (at > from) periods.push({ from, to: at, offset });
    from = Math.max(from, at);
    offset = change.minutes;
  }
  periods.push({ from, to: end + 1, offset });
  return periods;
}

/** Returns the occurrence that plays at a local minute. */
function bestAt(rules: readonly ProgrammeRule[], calendar: Calendar, local: number): Occurrence | null {
  const today = Math.floor(local / dayMinutes);
  const minute = local - today * dayMinutes;
  let best: Occurrence | null = null;
  for (const rule of rules) {
    const ago = daysAgo(rule, minute);
    if (ago < 0 || !mayBegin(rule, calendar.of(today - ago))) continue;
    const start = (today - ago) * dayMinutes + rule.from;
    if (!best || takesPrecedence(rule, start, best)) best = { rule, start, end: start + lengthOf(rule) };
  }
  return best;
}

/** True if `rule` takes precedence over `other`: by priority, then screen over group, then the later start, then the lower id. */
export function takesPrecedence(
  rule: ProgrammeRule,
  start: number,
  other: Pick<Occurrence, 'rule' | 'start'>,
): boolean {
  if (rule.priority !== other.rule.priority) return rule.priority > other.rule.priority;
  if (rule.target !== other.rule.target) return rule.target === 'screen';
  if (start !== other.start) return start > other.start;
  return rule.id < other.rule.id;
}

/** Returns the first minute after `local` at which a rule with precedence over the playing one begins; at most `limit`. */
function nextStart(
  rules: readonly ProgrammeRule[],
  calendar: Calendar,
  playing: Occurrence | null,
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
      if (!playing || takesPrecedence(rule, start, playing)) first = start;
    }
  }
  return first;
}

/** Returns the first minute after `local` at which a day or one of the windows begins or ends; at most `limit`. */
function nextEdge(windows: readonly DayWindow[], local: number, limit: number): number {
  const today = Math.floor(local / dayMinutes) * dayMinutes;
  let first = Math.min(limit, today + dayMinutes);
  for (const { from, to } of windows)
    for (const edge of [today + from, today + to]) if (edge > local && edge < first) first = edge;
  return first;
}

/** Returns how many days ago the window began that contains a minute of today: 0 or 1; -1 if the window does not contain it. */
function daysAgo({ from, to }: DayWindow, minute: number): number {
  if (to > from) return minute >= from && minute < to ? 0 : -1;
  if (minute >= from) return 0;
  return minute < to ? 1 : -1;
}

const lengthOf = ({ from, to }: DayWindow): number => (to > from ? to - from : to - from + dayMinutes);

const hasDay = (window: DayWindow, day: Day): boolean => window.days.indexOf(day.weekday) >= 0;

/** True if the rule's weekdays, weeks and dates include the day. */
const mayBegin = (rule: DayRule, day: Day): boolean =>
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
  /** Returns the day that is `day` days after 1970-01-01. */
  of(day: number): Day;
}

/** Returns a calendar that computes each day once for all rules. */
function createCalendar(offsets: ZoneOffsets, wallMs: number): Calendar {
  // Index 0 is three days ago: an occurrence over midnight began a day earlier, and the offset may go back by a day.
  const first = Math.floor(localMinute(offsets, wallMs) / dayMinutes) - 3;
  const days: Day[] = [];
  return { of: (day) => (days[day - first] = days[day - first] || dayOf(day)) };
}

function dayOf(day: number): Day {
  // 1970 began on a Thursday.
  const weekday = (((day + 3) % 7) + 7) % 7;
  // An ISO week belongs to the year of its Thursday.
  const thursday = day - weekday + 3;
  const firstOfYear = Date.UTC(new Date(thursday * 86_400_000).getUTCFullYear(), 0, 1) / 86_400_000;
  return {
    weekday,
    date: new Date(day * 86_400_000).toISOString().slice(0, 10),
    isEvenWeek: (Math.floor((thursday - firstOfYear) / 7) + 1) % 2 === 0,
  };
}
