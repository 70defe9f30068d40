/** Caches each screen's programme, because every poll reads it and it rarely changes. */
import {
  horizonMs,
  type Playing,
  precedenceOf,
  type ProgrammeRule,
  shownAt,
  type ZoneOffsets,
} from '../../contract/programme/programme.ts';
import { expandDates } from '../../contract/programme/dates.ts';
import { emptyTimeOf } from './empty-time.ts';
import { whileClosedRuleId } from '../../contract/programme/opening-hours.ts';
import type { Publish } from '../../contract/events.ts';
import type { PlaysNow, ScreenProgramme } from '../../contract/programme/schedules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { sha256Hex } from '../../platform/random.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { ProgrammeStore, StoredRule } from './store.ts';

/** The rules of one or more screens. Screens with the same rules share a set, which saves memory. */
interface RuleSet {
  /** The rules as stored. */
  stored: readonly StoredRule[];
  /** Year around which the dates of the rules were calculated. */
  year: number;
  /** `playlists.generation()` when the playlists of the rules were last read. */
  generation: number;
  /** The rules whose playlist still exists; a new array after each change. */
  rules: readonly ProgrammeRule[];
  /** Response to a screen that has the current revision: without rules. */
  unchanged: ScreenProgramme;
  /** Response to other screens, with rules and playlists. */
  full: ScreenProgramme;
  /** The intervals computed last for screens without and with a base playlist; valid while `rules` and `offsets` are the same. */
  last: [without?: CurrentIntervals, withBase?: CurrentIntervals];
}

/** The current and the next interval of a set. */
interface CurrentIntervals {
  now: Interval;
  next?: Interval;
  rules: RuleSet['rules'];
  offsets: ZoneOffsets;
}

/** An interval during which a set of rules plays one thing; `plays` is null for the base playlist. */
interface Interval {
  plays: number | 'dark' | null;
  ruleId: number | null;
  fromMs: number;
  untilMs: number;
}

/** A cached result of `emptyTime`, and the values from which it was computed. */
interface EmptyTime {
  fromMs: number | null;
  generation: number;
  offsets: ZoneOffsets;
  atMs: number;
}

/** Current playlist of a screen that leaves the choice to the server. */
export interface CurrentPlaylist extends Playing {
  /** Time until which this result is valid (ms since 1970): hours of contents may change the playlist before rules do. */
  validUntilMs: number;
}

/** Maximum number of cached screens; the oldest one is dropped for a new one. */
const maxScreens = 10_000;
const maxSets = 1000;
/** Time after which a cached result is computed again. */
const reevaluateMs = 3_600_000;

const unchangedWithoutRules: ScreenProgramme = { revision: '' };
const noRules: RuleSet = {
  ...{ stored: [], year: 0, generation: 0, rules: [], last: [] },
  ...{ unchanged: unchangedWithoutRules, full: { revision: '', rules: [], playlists: [] } },
};

export type ScreenProgrammes = ReturnType<typeof createScreenProgrammes>;

export interface ScreenProgrammesDeps {
  programme: Pick<ProgrammeStore, 'rulesOf' | 'ruleKeyOf'>;
  playlists: Pick<PlaylistStore, 'fullSummary' | 'generation' | 'hoursOf' | 'shownUntil'>;
  database: Database;
  publish: Publish;
  clock: Clock;
}

/** Caches each screen's set of rules. */
function createRuleSets({ programme, playlists, database, publish, clock }: ScreenProgrammesDeps) {
  const screens = new Map<number, RuleSet>();
  const wasChangedElsewhere = database.foreignChanges();
  /** Sets by `ruleKeyOf`. */
  const sets = new Map<string, RuleSet>();

  function ruleSetFor(playerId: number): RuleSet {
    // Do not cache inside a transaction: its changes may be rolled back.
    if (database.connection.inTransaction) return buildSet(playerId);
    if (wasChangedElsewhere()) {
      screens.clear();
      sets.clear();
    }
    let set = screens.get(playerId);
    if (!set) {
      set = sharedRuleSet(playerId);
      if (screens.size >= maxScreens) screens.delete(screens.keys().next().value as number);
      screens.set(playerId, set);
    }
    const isCurrent = set.generation === playlists.generation() && set.year === yearOf(clock.now());
    if (set.stored.length > 0 && !isCurrent) refresh(set);
    return set;
  }

  function sharedRuleSet(playerId: number): RuleSet {
    const key = programme.ruleKeyOf(playerId);
    if (key === null) return noRules;
    let set = sets.get(key);
    if (!set) {
      set = buildSet(playerId);
      if (sets.size >= maxSets) sets.clear();
      sets.set(key, set);
    }
    return set;
  }

  function buildSet(playerId: number): RuleSet {
    const stored = programme.rulesOf(playerId);
    if (stored.length === 0) return noRules;
    const set: RuleSet = { ...noRules, stored, last: [] };
    refresh(set);
    return set;
  }

  /** Reads the playlists of the rules again. Computes rules and revision again if the playlists or the year have changed. */
  function refresh(set: RuleSet): void {
    set.generation = playlists.generation();
    const year = yearOf(clock.now());
    const ids = new Set(set.stored.flatMap(({ plays }) => (plays === 'dark' ? [] : [plays])));
    const found = [...ids].flatMap((id) => playlists.fullSummary(id) ?? []);
    const previous = set.full.playlists ?? [];
    const isSame =
      found.length === previous.length && found.every(({ revision }, i) => revision === previous[i]?.revision);
    if (isSame && set.rules.length > 0 && set.year === year) return;
    set.year = year;
    const playable = set.stored.filter(
      ({ id: ruleId, plays }) =>
        ruleId === whileClosedRuleId || plays === 'dark' || found.some(({ id }) => id === plays),
    );
    const rules = rulesAround(playable, year);
    const revision = rules.length === 0 ? '' : sha256Hex(JSON.stringify([rules, found])).slice(0, 16);
    set.rules = rules;
    set.unchanged = { revision };
    set.full = { revision, rules: rules.map((rule) => ({ ...rule, days: [...rule.days] })), playlists: found };
  }

  return {
    ruleSetFor,

    /** Drops screens' cached programmes, and notifies screens and studios. Call it in the transaction that changes the rules. */
    invalidate(userId: number, playerIds: readonly number[]): void {
      const dropSets = () => {
        for (const id of playerIds) screens.delete(id);
        sets.clear();
      };
      dropSets();
      database.afterCommit(dropSets);
      publish(`user:${userId}`, { type: 'contentChanged', what: 'programme' });
      for (const playerId of playerIds) publish(`player:${playerId}`, { type: 'programmeUpdated', playerId });
    },
  };
}

export function createScreenProgrammes(deps: ScreenProgrammesDeps) {
  const { playlists } = deps;
  const { ruleSetFor, invalidate } = createRuleSets(deps);
  /** Results of `emptyTime` by rules and base playlist. */
  const emptyTimes = new WeakMap<RuleSet['rules'], Map<number | null, EmptyTime>>();

  function playlistAt(playerId: number, base: number | null, offsets: ZoneOffsets, utcMs: number): Playing {
    const set = ruleSetFor(playerId);
    const rules = yearOf(utcMs) === set.year ? set.rules : rulesAround(set.stored, yearOf(utcMs));
    return shownAt({ base, rules, offsets }, playlists.hoursOf, utcMs);
  }

  /** Returns the playlist that a screen shows now, cached. `utcMs` must be the current time, because `shownUntil` uses it too. */
  function currentPlaylist(
    playerId: number,
    base: number | null,
    offsets: ZoneOffsets,
    utcMs: number,
  ): CurrentPlaylist {
    const set = ruleSetFor(playerId);
    const { plays, ruleId, untilMs } =
      set.rules.length === 0
        ? { plays: null, ruleId: null, untilMs: utcMs + horizonMs }
        : intervalsOf(set, base !== null, offsets, utcMs).now;
    const playlistId = ruleId === null ? base : plays;
    const shownUntilMs = typeof playlistId === 'number' ? playlists.shownUntil(playlistId) : Infinity;
    return { playlistId, ruleId, untilMs, validUntilMs: Math.min(untilMs, shownUntilMs) };
  }

  /** Returns the current and the next playlist, with names; `base`: the base playlist. */
  function currentAndNext(
    playerId: number,
    base: { id: number; name: string } | null,
    offsets: ZoneOffsets,
    utcMs: number,
  ): PlaysNow {
    const set = ruleSetFor(playerId);
    if (set.rules.length === 0) return { playlist: base, isDark: false, scheduleId: null, until: null, next: null };
    const describe = ({ plays, ruleId }: Interval) => {
      const rulePlaylist = set.full.playlists?.find(({ id }) => id === plays);
      const playlist = ruleId === null ? base : rulePlaylist ? { id: rulePlaylist.id, name: rulePlaylist.name } : null;
      return { playlist, isDark: plays === 'dark' };
    };
    const result = intervalsOf(set, base !== null, offsets, utcMs);
    const { now } = result;
    const next = (result.next ??= nextAfter(result, (atMs) => intervalFrom(set.rules, base !== null, offsets, atMs)));
    const current = { ...describe(now), scheduleId: scheduleIdOf(now.ruleId) };
    if (next.plays === now.plays) return { ...current, until: null, next: null };
    return { ...current, until: new Date(next.fromMs).toISOString(), next: describe(next) };
  }

  /**
   * Returns the time from which a screen has nothing to show, in milliseconds since 1970; null if it has no such time soon, or no
   * playlist at all (contract/README 16.11). Cached for an hour, by the rules and the base playlist.
   */
  function emptyTime(playerId: number, base: number | null, offsets: ZoneOffsets, utcMs: number): number | null {
    const { rules } = ruleSetFor(playerId);
    // Lists already report a screen without any playlist, and a base playlist with an item without hours is never empty.
    if (base === null ? rules.length === 0 : playlists.hoursOf(base) === null) return null;
    let ofRules = emptyTimes.get(rules);
    if (!ofRules) emptyTimes.set(rules, (ofRules = new Map()));
    const last = ofRules.get(base);
    const generation = playlists.generation();
    const isCurrent =
      last?.generation === generation &&
      last.offsets === offsets &&
      utcMs >= last.atMs &&
      utcMs < last.atMs + reevaluateMs;
    if (isCurrent) return last.fromMs;
    const fromMs = emptyTimeOf({ base, rules, offsets }, playlists.hoursOf, utcMs);
    // All screens without rules share this map.
    if (ofRules.size >= maxScreens) ofRules.clear();
    if (!deps.database.connection.inTransaction) ofRules.set(base, { fromMs, generation, offsets, atMs: utcMs });
    return fromMs;
  }

  /** Returns the intervals of a set at a time. Cached, because even a list of 2,000 screens has few different sets. */
  function intervalsOf(set: RuleSet, hasBase: boolean, offsets: ZoneOffsets, utcMs: number): CurrentIntervals {
    const last = set.last[Number(hasBase)];
    const isSameInput = last && last.rules === set.rules && last.offsets === offsets;
    const until = isSameInput ? Math.min(last.now.untilMs, last.now.fromMs + reevaluateMs) : 0;
    if (isSameInput && utcMs >= last.now.fromMs && utcMs < until) return last;
    const { rules } = set;
    return (set.last[Number(hasBase)] = { now: intervalFrom(rules, hasBase, offsets, utcMs), rules, offsets });
  }

  /** Returns the interval that begins at `utcMs`. Depends on whether there is a base playlist, not on which. */
  function intervalFrom(rules: RuleSet['rules'], hasBase: boolean, offsets: ZoneOffsets, utcMs: number): Interval {
    const programme = { base: hasBase ? 0 : null, rules, offsets };
    const { playlistId, ruleId, untilMs } = shownAt(programme, playlists.hoursOf, utcMs);
    return { plays: ruleId === null ? null : playlistId, ruleId, fromMs: utcMs, untilMs };
  }

  return {
    /** Returns a screen's programme, without rules and playlists when `knownRevision` is its revision. */
    of(playerId: number, knownRevision: string): ScreenProgramme {
      const set = ruleSetFor(playerId);
      return knownRevision === set.unchanged.revision ? set.unchanged : set.full;
    },

    /** Returns the playlist that a screen shows at a time. `base`: the base playlist. */
    playlistAt,
    currentPlaylist,
    currentAndNext,
    emptyTime,
    invalidate,
  };
}

/** Returns the next interval with another playlist; consecutive rules with the same playlist count as one. */
function nextAfter({ now }: CurrentIntervals, intervalFrom: (utcMs: number) => Interval): Interval {
  let next = intervalFrom(now.untilMs);
  while (next.plays === now.plays && next.fromMs < now.fromMs + horizonMs) next = intervalFrom(next.untilMs);
  return next;
}

/** Returns the id of a rule that a person created, or null for the base playlist and the opening hours. */
export const scheduleIdOf = (ruleId: number | null): number | null => (ruleId === whileClosedRuleId ? null : ruleId);

const yearOf = (utcMs: number): number => new Date(utcMs).getUTCFullYear();

/** Returns the rules for programme.ts: one for each date in `year` and the years beside it, with its precedence as `priority`. */
const rulesAround = (stored: readonly StoredRule[], year: number): ProgrammeRule[] =>
  stored.flatMap(({ dates, ...rule }) =>
    expandDates(rule, dates, year).map((each) => ({ ...each, priority: precedenceOf(each) })),
  );
