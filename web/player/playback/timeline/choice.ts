/**
 * Chooses what a screen plays from the assigned playlist, the rules and the hours of contents (contract/README 16).
 * Pure. A rule's playlist of which no item may be shown is replaced by the assigned playlist.
 */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import {
  activeAt,
  horizonMs,
  itemAt,
  type ItemHours,
  type PlaylistHours,
  type Programme,
  shownAt,
} from '../../../../src/contract/programme/programme.ts';
import type { Assignment, RuledPlaylist, Rules } from '../../server/requests/responses.ts';
import type { ProgrammeTime } from '../../server/clock/clock.ts';

/** The assignment and the rules in the server's last response. */
export interface ReceivedProgramme {
  /** Contains all items of the assigned playlist, regardless of their hours. */
  assignment: Assignment;
  rules: Rules;
}

export interface Choice {
  assignment: Assignment;
  /** Time at which the choice may change: milliseconds since 1970, or Infinity. */
  untilMs: number;
  /** True if there are rules and the time is unknown. */
  isClockUnknown: boolean;
  /** True if the active rule switches at the exact minute. */
  isExact?: true;
}

/** Returns what plays at `time`; null: the server has never sent the time. */
export function choose({ assignment: assigned, rules }: ReceivedProgramme, time: ProgrammeTime | null): Choice {
  const base = basePlaylistOf(assigned);
  if (assigned.status === 'blocked' || assigned.isDark)
    return { assignment: assigned, untilMs: Infinity, isClockUnknown: false };
  if (!time || !time.isKnown) {
    const items = base ? base.items.filter((item) => isWithinDays(item, time)) : [];
    const assignment = assign(assigned, base, items, rules);
    return { assignment, untilMs: Infinity, isClockUnknown: rules.rules.length > 0 };
  }
  const { offsets, utcMs } = time;
  const playing = shownAt(programmeOf(assigned, rules, time), (id) => hoursOf(findRuled(rules, id)), utcMs);
  let { untilMs } = playing;
  const rule = rules.rules.find(({ id }) => id === playing.ruleId);
  const common = { isClockUnknown: false, ...(rule && rule.isExact ? { isExact: rule.isExact } : {}) };
  if (playing.playlistId === 'dark')
    return { assignment: { status: assigned.status, playlist: null, items: [], isDark: true }, untilMs, ...common };
  const playlist = playing.ruleId === null ? base : findRuled(rules, playing.playlistId);
  const items = (playlist ? playlist.items : []).filter(({ hours }) => {
    if (!hours) return true;
    const shown = itemAt(hours, offsets, utcMs);
    untilMs = Math.min(untilMs, shown.untilMs);
    return shown.isShown;
  });
  const chosen = assign(assigned, playlist, items, rules);
  const assignment = playing.ruleId === null ? chosen : { ...chosen, ruleId: playing.ruleId };
  return { assignment, untilMs, ...common };
}

/** Returns the hours of a rule's playlist for programme.ts; null: some item is always shown. */
function hoursOf(playlist: RuledPlaylist | null): PlaylistHours {
  const hours: ItemHours[] = [];
  for (const item of playlist ? playlist.items : []) {
    if (!item.hours) return null;
    hours.push(item.hours);
  }
  return hours;
}

/** Maximum number of boundaries that `upcomingItems` examines. If seven days have more, it returns the items of all rules. */
const boundaryLimit = 120;

/** Returns the items to be shown within seven days, the nearest first, and always those of the assigned playlist. */
export function upcomingItems({ assignment, rules }: ReceivedProgramme, time: ProgrammeTime | null): PlayItem[] {
  const base = basePlaylistOf(assignment);
  if (!base && rules.playlists.length === 0) return [];
  const playlists: RuledPlaylist[] = [];
  const add = (playlist: RuledPlaylist | null) => {
    if (playlist && playlists.indexOf(playlist) < 0) playlists.push(playlist);
  };
  if (time && time.isKnown) {
    const programme = programmeOf(assignment, rules, time);
    const end = time.utcMs + horizonMs;
    let at = time.utcMs;
    for (let i = 0; i < boundaryLimit && at < end && playlists.length <= rules.playlists.length; i += 1) {
      const { playlistId, ruleId, untilMs } = activeAt(programme, at);
      if (playlistId !== 'dark') add(ruleId === null ? base : findRuled(rules, playlistId));
      at = untilMs;
    }
    if (at < end && playlists.length <= rules.playlists.length) rules.playlists.forEach(add);
  } else rules.playlists.forEach(add);
  add(base);
  const items: PlayItem[] = [];
  for (const playlist of playlists) items.push(...playlist.items.filter((item) => isUpcoming(item, time)));
  return items;
}

function isUpcoming({ hours }: PlayItem, time: ProgrammeTime | null): boolean {
  if (!hours || !time || !time.isKnown) return true;
  const { isShown, untilMs } = itemAt(hours, time.offsets, time.utcMs);
  return isShown || untilMs < time.utcMs + horizonMs;
}

/** True if the item is valid on the day of `time`, the last known time. Ignores hours: the time of day is not known. */
function isWithinDays({ hours }: PlayItem, time: ProgrammeTime | null): boolean {
  if (!hours || !time) return true;
  const days: ItemHours = { validFrom: hours.validFrom, validUntil: hours.validUntil, windows: [] };
  return itemAt(days, time.offsets, time.utcMs).isShown;
}

const basePlaylistOf = ({ playlist, items }: Assignment): RuledPlaylist | null => playlist && { ...playlist, items };

const findRuled = ({ playlists }: Rules, id: number | null): RuledPlaylist | null =>
  playlists.find((playlist) => playlist.id === id) || null;

const programmeOf = ({ playlist }: Assignment, { rules }: Rules, { offsets }: ProgrammeTime): Programme => ({
  base: playlist ? playlist.id : null,
  rules,
  offsets,
});

function assign(
  { status }: Assignment,
  playlist: RuledPlaylist | null,
  items: PlayItem[],
  { rules }: Rules,
): Assignment {
  if (!playlist) return { status, playlist: null, items: [] };
  const { id, name, isRandom, revision } = playlist;
  const isNothingDue = items.length === 0 && (playlist.items.length > 0 || rules.length > 0);
  return { status, playlist: { id, name, isRandom, revision }, items, ...(isNothingDue ? { isNothingDue } : {}) };
}
