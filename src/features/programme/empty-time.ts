/** Finds when a screen will have nothing to show (contract/README 16.11). Pure. */
import {
  beginsOn,
  type DayWindow,
  localMinute,
  type PlaylistHours,
  type Programme,
  type ProgrammeRule,
  takesPrecedence,
  type ZoneOffsets,
} from '../../contract/programme/programme.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;
/** Maximum number of minutes from now to the start of an empty time that is reported. */
const aheadMinutes = 3 * dayMinutes;
/** Minimum number of minutes of an empty time that is reported: nights and weekends are usually empty on purpose. */
const emptyMinutes = 3 * dayMinutes;
/** Number of days of a grid: six that are searched, two before them for rules that began earlier, two for changes of clocks. */
const gridDays = 10;

/** What the rules choose for a minute. A value from 2 on is the index of a playlist plus 2. */
const [noRule, dark] = [0, 1];

/** A grid with a cell per local minute. */
interface Grid {
  offsets: ZoneOffsets;
  /** First day, in days since 1970. */
  firstDay: number;
  /** Dates of the days, `2026-12-25`. */
  dates: readonly string[];
}

/**
 * Returns the start, in milliseconds since 1970, of the first empty time that begins within three days and lasts at least three
 * days; null if there is none. The start is never a dark minute, but dark minutes before and within the empty time count in its
 * length. The work is bounded by the minutes of six days, and by the number of rules and items, even if rules or items overlap.
 */
export function emptyTimeOf(
  { base, rules, offsets }: Programme,
  hoursOf: (playlistId: number) => PlaylistHours,
  nowMs: number,
): number | null {
  const baseHours = base === null ? [] : hoursOf(base);
  if (baseHours === null) return null;
  const grid = gridAround(offsets, nowMs);
  const baseShown = shownMinutes(grid, baseHours);
  const playlists = [...new Set(rules.flatMap(({ plays }) => (plays === 'dark' ? [] : [plays])))];
  const shownOfRules = playlists.map((id) => shownMinutes(grid, hoursOf(id)));
  const chosen = chosenMinutes(grid, rules, playlists);
  const firstMinute = Math.floor(nowMs / minuteMs);

  // A gap is a time in which no content is shown: empty and dark minutes.
  let gapStart = -1;
  let firstEmpty = -1;
  let isEmptyAfterFirstDay = false;
  for (let minute = 0; minute < aheadMinutes + emptyMinutes; minute += 1) {
    const cell = localMinute(offsets, (firstMinute + minute) * minuteMs) - grid.firstDay * dayMinutes;
    const choice = chosen[cell] ?? noRule;
    // A playlist of a rule gives way to the base playlist while it has nothing to show.
    if (choice !== dark && (baseShown[cell] || shownOfRules[choice - 2]?.[cell])) gapStart = firstEmpty = -1;
    else {
      if (gapStart < 0) [gapStart, firstEmpty, isEmptyAfterFirstDay] = [minute, -1, false];
      if (choice !== dark) {
        if (firstEmpty < 0) firstEmpty = minute;
        // Do not report a gap that is empty only in its first day and dark afterwards: that is an ordinary evening.
        isEmptyAfterFirstDay ||= minute - gapStart >= dayMinutes;
      }
      if (isEmptyAfterFirstDay && firstEmpty <= aheadMinutes && minute - gapStart + 1 >= emptyMinutes)
        return Math.max(nowMs, (firstMinute + firstEmpty) * minuteMs);
    }
  }
  return null;
}

function gridAround(offsets: ZoneOffsets, nowMs: number): Grid {
  const firstDay = Math.floor(localMinute(offsets, nowMs) / dayMinutes) - 2;
  const dates = Array.from({ length: gridDays }, (_, day) =>
    new Date((firstDay + day) * dayMinutes * minuteMs).toISOString().slice(0, 10),
  );
  return { offsets, firstDay, dates };
}

/** Marks the minutes in which any item may be shown. `hours`: null if always, [] if never. */
function shownMinutes(grid: Grid, hours: PlaylistHours): Uint8Array {
  const shown = new Uint8Array(gridDays * dayMinutes);
  if (hours === null) return shown.fill(1);
  for (const { validFrom, validUntil, windows } of hours) {
    const isValid = grid.dates.map(
      (date) => (validFrom === null || date >= validFrom) && (validUntil === null || date <= validUntil),
    );
    isValid.forEach((valid, day) => {
      if (windows.length === 0 && valid) shown.fill(1, day * dayMinutes, (day + 1) * dayMinutes);
      for (const window of windows)
        if (hasWeekday(window, grid.firstDay + day)) markWindow(shown, window, day, isValid);
    });
  }
  return shown;
}

/** Marks a window that begins on `day` and may end on the next day; leaves out a day on which the content is not valid. */
function markWindow(shown: Uint8Array, { from, to }: DayWindow, day: number, isValid: readonly boolean[]): void {
  const start = day * dayMinutes;
  const end = to > from ? to : to + dayMinutes;
  if (isValid[day]) shown.fill(1, start + from, start + Math.min(end, dayMinutes));
  if (isValid[day + 1] && end > dayMinutes) shown.fill(1, start + dayMinutes, start + end);
}

// 1970 began on a Thursday.
const hasWeekday = ({ days }: DayWindow, day: number): boolean => days.includes((((day + 3) % 7) + 7) % 7);

/** Returns what the rules choose for each minute. Writes each occurrence of every rule, the highest precedence last. */
function chosenMinutes(grid: Grid, rules: readonly ProgrammeRule[], playlists: readonly number[]): Uint16Array {
  const chosen = new Uint16Array(gridDays * dayMinutes).fill(noRule);
  const indexes = new Map(playlists.map((id, index) => [id, index + 2]));
  const occurrences = rules.flatMap((rule) => {
    const { firstDate, lastDate } = rule;
    if ((firstDate ?? '') > (grid.dates.at(-1) ?? '') || (lastDate ?? '9') < (grid.dates[0] ?? '')) return [];
    return grid.dates.flatMap((_, day) =>
      beginsOn(rule, grid.firstDay + day) ? { rule, start: day * dayMinutes + rule.from } : [],
    );
  });
  occurrences.sort((a, b) => (takesPrecedence(a.rule, a.start, b) ? 1 : -1));
  for (const { rule, start } of occurrences) {
    const length = rule.to > rule.from ? rule.to - rule.from : rule.to - rule.from + dayMinutes;
    chosen.fill(rule.plays === 'dark' ? dark : (indexes.get(rule.plays) ?? noRule), start, start + length);
  }
  return chosen;
}
