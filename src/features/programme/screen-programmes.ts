/** Each screen's programme, cached: every poll reads it, and it rarely changes. */
import {
  activeAt,
  horizonMs,
  type Playing,
  type ProgrammeRule,
  type ZoneOffsets,
} from '../../contract/programme/programme.ts';
import type { Publish } from '../../contract/events.ts';
import type { PlaysNow, ScreenProgramme } from '../../contract/programme/schedules.ts';
import type { Database } from '../../platform/storage/database.ts';
import { sha256Hex } from '../../platform/random.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { ProgrammeStore } from './store.ts';

/** Screens with the same rules share one: 2,000 screens under 500 rules are 500 rules in memory, not a million. */
interface RuleSet {
  /** The rules as stored. */
  stored: readonly ProgrammeRule[];
  /** Generation of the playlists when they were last checked. */
  generation: number;
  /** Without those whose playlist is gone; another array after each change. */
  rules: readonly ProgrammeRule[];
  known: ScreenProgramme;
  whole: ScreenProgramme;
  /** The last results, for now and what follows, valid while rules and offsets are the same. */
  last?: { now: Running; coming?: Running; rules: RuleSet['rules']; offsets: ZoneOffsets };
}

/** What a set of rules plays during one interval; `plays` is null for the playlist that was sent. */
interface Running {
  plays: number | 'dark' | null;
  ruleId: number | null;
  fromMs: number;
  untilMs: number;
}

/** What a screen shows when the server decides for it. */
export interface Showing extends Playing {
  /** Time until which it stays the same: the hours of contents may sooner than the rules. */
  holdsUntilMs: number;
}

/** Screens kept ready; the one built longest ago makes room. */
const keptScreens = 10_000;
const keptSets = 1000;
/** Interval between searches for what plays within seven days. */
const freshMs = 3_600_000;

const nothing: ScreenProgramme = { revision: '' };
const noRules: RuleSet = {
  ...{ stored: [], generation: 0, rules: [] },
  ...{ known: nothing, whole: { revision: '', rules: [], playlists: [] } },
};

export type ScreenProgrammes = ReturnType<typeof createScreenProgrammes>;

export interface ScreenProgrammesDeps {
  programme: Pick<ProgrammeStore, 'rulesOf' | 'ruleKeyOf'>;
  playlists: Pick<PlaylistStore, 'wholeSummary' | 'generation' | 'hasShown' | 'shownUntil'>;
  database: Database;
  publish: Publish;
}

/** Each screen's set of rules, read once. */
function createSets({ programme, playlists, database, publish }: ScreenProgrammesDeps) {
  const screens = new Map<number, RuleSet>();
  /** By the rules' ids and what they are for. */
  const sets = new Map<string, RuleSet>();

  function of(playerId: number): RuleSet {
    // What is read inside a transaction may still be rolled back.
    if (database.connection.inTransaction) return buildSet(playerId);
    let set = screens.get(playerId);
    if (!set) {
      set = setOf(playerId);
      if (screens.size >= keptScreens) screens.delete(screens.keys().next().value as number);
      screens.set(playerId, set);
    }
    if (set.stored.length > 0 && set.generation !== playlists.generation()) refresh(set);
    return set;
  }

  function setOf(playerId: number): RuleSet {
    const key = programme.ruleKeyOf(playerId);
    if (key === null) return noRules;
    let set = sets.get(key);
    if (!set) {
      set = buildSet(playerId);
      if (sets.size >= keptSets) sets.clear();
      sets.set(key, set);
    }
    return set;
  }

  function buildSet(playerId: number): RuleSet {
    const stored = programme.rulesOf(playerId);
    if (stored.length === 0) return noRules;
    const set = { ...noRules, stored };
    refresh(set);
    return set;
  }

  /** Reads the playlists of the rules again. */
  function refresh(set: RuleSet): void {
    set.generation = playlists.generation();
    const ids = new Set(set.stored.flatMap(({ plays }) => (plays === 'dark' ? [] : [plays])));
    const found = [...ids].flatMap((id) => playlists.wholeSummary(id) ?? []);
    const before = set.whole.playlists ?? [];
    const isSame = found.length === before.length && found.every(({ revision }, i) => revision === before[i]?.revision);
    if (isSame && set.rules.length > 0) return;
    const rules = set.stored.filter(({ plays }) => plays === 'dark' || found.some(({ id }) => id === plays));
    const revision = rules.length === 0 ? '' : sha256Hex(JSON.stringify([rules, found])).slice(0, 16);
    set.rules = rules;
    set.known = { revision };
    set.whole = { revision, rules: rules.map((rule) => ({ ...rule, days: [...rule.days] })), playlists: found };
  }

  return {
    of,

    /** Must be called in the transaction that changes these screens' rules or targets. Notifies them and the owner's studios. */
    changed(userId: number, playerIds: readonly number[]): void {
      const forget = () => {
        for (const id of playerIds) screens.delete(id);
        sets.clear();
      };
      forget();
      database.afterCommit(forget);
      publish(`user:${userId}`, { type: 'contentChanged', what: 'programme' });
      for (const playerId of playerIds) publish(`player:${playerId}`, { type: 'programmeUpdated', playerId });
    },
  };
}

export function createScreenProgrammes(deps: ScreenProgrammesDeps) {
  const { playlists } = deps;
  const { of, changed } = createSets(deps);

  function playingAt(playerId: number, base: number | null, offsets: ZoneOffsets, wallMs: number): Playing {
    const set = of(playerId);
    if (set.rules.length === 0) return { playlistId: base, ruleId: null, untilMs: wallMs + horizonMs };
    const { plays, ruleId, untilMs } = runningOf(set, offsets, wallMs).now;
    return { playlistId: ruleId === null ? base : plays, ruleId, untilMs };
  }

  /** True if a rule's playlist has nothing to show now, and there is a base playlist instead. */
  const givesWay = ({ playlistId, ruleId }: Playing, base: number | null): boolean =>
    ruleId !== null && typeof playlistId === 'number' && base !== null && !playlists.hasShown(playlistId);

  /** `wallMs`: now, by which the playlists go. */
  function showingAt(playerId: number, base: number | null, offsets: ZoneOffsets, wallMs: number): Showing {
    const playing = playingAt(playerId, base, offsets, wallMs);
    const holdsUntilMs = Math.min(playing.untilMs, shownUntil(playing.playlistId));
    if (!givesWay(playing, base)) return { ...playing, holdsUntilMs };
    return {
      ...{ playlistId: base, ruleId: null, untilMs: holdsUntilMs },
      holdsUntilMs: Math.min(holdsUntilMs, shownUntil(base)),
    };
  }

  const shownUntil = (playlistId: Playing['playlistId']): number =>
    typeof playlistId === 'number' ? playlists.shownUntil(playlistId) : Infinity;

  /** Returns what plays now by name, and what follows; `base`: the playlist that was sent. */
  function playsNow(
    playerId: number,
    base: { id: number; name: string } | null,
    offsets: ZoneOffsets,
    wallMs: number,
  ): PlaysNow {
    const set = of(playerId);
    if (set.rules.length === 0) return { playlist: base, isDark: false, scheduleId: null, until: null, next: null };
    const named = (plays: Playing['playlistId'], ruleId: number | null) => {
      const ruled = ruleId === null ? undefined : set.whole.playlists?.find(({ id }) => id === plays);
      const playlist = ruleId === null ? base : ruled ? { id: ruled.id, name: ruled.name } : null;
      return { playlist, isDark: plays === 'dark' };
    };
    const last = runningOf(set, offsets, wallMs);
    const { plays, ruleId, untilMs } = last.now;
    const coming = (last.coming ??= comingAfter(last));
    let now = { ...named(plays, ruleId), scheduleId: ruleId };
    let next: Running | undefined = coming.plays === plays ? undefined : coming;
    if (givesWay({ playlistId: plays, ruleId, untilMs }, base?.id ?? null)) {
      now = { ...named(null, null), scheduleId: null };
      const backMs = shownUntil(plays);
      if (backMs < untilMs) next = { ...last.now, fromMs: backMs };
    }
    if (!next) return { ...now, until: null, next: null };
    return { ...now, until: new Date(next.fromMs).toISOString(), next: named(next.plays, next.ruleId) };
  }

  return {
    /** Returns a screen's programme, without rules and playlists when `known` is its revision. */
    of(playerId: number, known: string): ScreenProgramme {
      const set = of(playerId);
      return known === set.known.revision ? set.known : set.whole;
    },

    /** Returns what a screen plays at a time in milliseconds since 1970; `base`: the playlist that was sent. */
    playingAt,

    /** Returns what a screen plays now; a rule's playlist with nothing to show gives way to the base (contract/README 16.5). */
    showingAt,

    playsNow,

    /** Must be called in the transaction that changes these screens' rules or targets. */
    changed,
  };
}

function running(rules: RuleSet['rules'], offsets: ZoneOffsets, wallMs: number): Running {
  const { playlistId, ruleId, untilMs } = activeAt({ base: null, rules, offsets }, wallMs);
  return { plays: playlistId, ruleId, fromMs: wallMs, untilMs };
}

/** Returns what plays next: of rules that follow each other with the same playlist it is the last one's end. */
function comingAfter({ now, rules, offsets }: NonNullable<RuleSet['last']>): Running {
  let next = running(rules, offsets, now.untilMs);
  while (next.plays === now.plays && next.fromMs < now.fromMs + horizonMs) next = running(rules, offsets, next.untilMs);
  return next;
}

/** Returns what a set plays, cached: lists ask for every screen, and 2,000 screens have few sets. */
function runningOf(set: RuleSet, offsets: ZoneOffsets, wallMs: number): NonNullable<RuleSet['last']> {
  const { last, rules } = set;
  const isOfThese = last && last.rules === rules && last.offsets === offsets;
  const until = isOfThese ? Math.min(last.now.untilMs, last.now.fromMs + freshMs) : 0;
  if (isOfThese && wallMs >= last.now.fromMs && wallMs < until) return last;
  return (set.last = { now: running(rules, offsets, wallMs), rules, offsets });
}
