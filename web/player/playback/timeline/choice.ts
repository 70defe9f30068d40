/**
 * Chooses what a screen plays from the assigned playlist, the rules and the hours of contents (contract/README 16).
 * Pure. Never nothing by accident: a playlist of which nothing may be shown gives way to the one that was sent.
 */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import {
  activeAt,
  horizonMs,
  itemAt,
  type ItemHours,
  type Programme,
} from '../../../../src/contract/programme/programme.ts';
import type { Assignment, RuledPlaylist, Rules } from '../../server/requests/responses.ts';
import type { ProgrammeTime } from '../../server/clock/clock.ts';

/** State received from the server. */
export interface ReceivedProgramme {
  /** The playlist that was sent, with all its items. */
  sent: Assignment;
  rules: Rules;
}

export interface Choice {
  assignment: Assignment;
  /** Time at which the choice may change: milliseconds since 1970, or Infinity. */
  untilMs: number;
  /** There are rules, and nobody knows what time it is. */
  isBlind: boolean;
  /** The rule that holds wants its switches at the very minute. */
  isExact?: true;
}

/** `time`: null when the server never said it. */
export function choose({ sent, rules }: ReceivedProgramme, time: ProgrammeTime | null): Choice {
  const base = sentPlaylist(sent);
  if (sent.status === 'blocked' || sent.isDark) return { assignment: sent, untilMs: Infinity, isBlind: false };
  if (!time || !time.isKnown) {
    const items = base ? base.items.filter((item) => wasShown(item, time)) : [];
    return { assignment: assign(sent, base, items), untilMs: Infinity, isBlind: rules.rules.length > 0 };
  }
  const { offsets, utcMs } = time;
  const playing = activeAt(programmeOf(sent, rules, time), utcMs);
  let { untilMs } = playing;
  const rule = rules.rules.find(({ id }) => id === playing.ruleId);
  const rest = { isBlind: false, ...(rule && rule.isExact ? { isExact: rule.isExact } : {}) };
  if (playing.playlistId === 'dark')
    return { assignment: { status: sent.status, playlist: null, items: [], isDark: true }, untilMs, ...rest };
  const ruled = playing.ruleId === null ? null : findRuled(rules, playing.playlistId);
  for (const playlist of [ruled, base]) {
    if (!playlist) continue;
    const items = playlist.items.filter(({ hours }) => {
      if (!hours) return true;
      const found = itemAt(hours, offsets, utcMs);
      untilMs = Math.min(untilMs, found.untilMs);
      return found.isShown;
    });
    if (items.length > 0) return { assignment: assign(sent, playlist, items), untilMs, ...rest };
  }
  return { assignment: assign(sent, base || ruled, []), untilMs, ...rest };
}

/** Maximum number of boundaries examined; under more of them everything may be near. */
const boundaryLimit = 120;

/** Returns the items to be shown within seven days, the nearest first; the playlist that was sent in any case. */
export function comingItems({ sent, rules }: ReceivedProgramme, time: ProgrammeTime | null): PlayItem[] {
  const base = sentPlaylist(sent);
  if (!base && rules.playlists.length === 0) return [];
  const order: RuledPlaylist[] = [];
  const add = (playlist: RuledPlaylist | null) => {
    if (playlist && order.indexOf(playlist) < 0) order.push(playlist);
  };
  if (time && time.isKnown) {
    const programme = programmeOf(sent, rules, time);
    const end = time.utcMs + horizonMs;
    let at = time.utcMs;
    for (let i = 0; i < boundaryLimit && at < end && order.length <= rules.playlists.length; i += 1) {
      const { playlistId, ruleId, untilMs } = activeAt(programme, at);
      if (playlistId !== 'dark') add(ruleId === null ? base : findRuled(rules, playlistId));
      at = untilMs;
    }
    if (at < end && order.length <= rules.playlists.length) rules.playlists.forEach(add);
  } else rules.playlists.forEach(add);
  add(base);
  const items: PlayItem[] = [];
  for (const playlist of order) items.push(...playlist.items.filter((item) => isComing(item, time)));
  return items;
}

function isComing({ hours }: PlayItem, time: ProgrammeTime | null): boolean {
  if (!hours || !time || !time.isKnown) return true;
  const { isShown, untilMs } = itemAt(hours, time.offsets, time.utcMs);
  return isShown || untilMs < time.utcMs + horizonMs;
}

/** Only a bound of the time is known: hours cannot be heeded, and of the days only those that are over, or had not come. */
function wasShown({ hours }: PlayItem, time: ProgrammeTime | null): boolean {
  if (!hours || !time) return true;
  const days: ItemHours = { validFrom: hours.validFrom, validUntil: hours.validUntil, windows: [] };
  return itemAt(days, time.offsets, time.utcMs).isShown;
}

const sentPlaylist = ({ playlist, items }: Assignment): RuledPlaylist | null => playlist && { ...playlist, items };

const findRuled = ({ playlists }: Rules, id: number | null): RuledPlaylist | null =>
  playlists.find((playlist) => playlist.id === id) || null;

const programmeOf = ({ playlist }: Assignment, { rules }: Rules, { offsets }: ProgrammeTime): Programme => ({
  base: playlist ? playlist.id : null,
  rules,
  offsets,
});

function assign({ status }: Assignment, playlist: RuledPlaylist | null, items: PlayItem[]): Assignment {
  if (!playlist) return { status, playlist: null, items: [] };
  const { id, name, isRandom, revision } = playlist;
  return { status, playlist: { id, name, isRandom, revision }, items };
}
