/** Caches each screen's programme, because every poll reads it and it rarely changes. */
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

/** The rules of one or more screens. Screens with the same rules share a set, which saves memory. */
interface RuleSet {
  /** The rules as stored. */
  stored: readonly ProgrammeRule[];
  /** Generation of the playlists when they were last checked. */
  generation: number;
  /** The rules whose playlist still exists; a new array after each change. */
  rules: readonly ProgrammeRule[];
  /** The programme for screens that have the current revision, and for other screens (with rules and playlists). */
  known: ScreenProgramme;
  full: ScreenProgramme;
  /** The last results (current and next playlist); valid while rules and offsets are the same. */
  last?: { now: Interval; next?: Interval; rules: RuleSet['rules']; offsets: ZoneOffsets };
}

/** An interval during which a set of rules plays one thing; `plays` is null for the base playlist. */
interface Interval {
  plays: number | 'dark' | null;
  ruleId: number | null;
  fromMs: number;
  untilMs: number;
}

/** Current playlist of a screen that leaves the choice to the server. */
export interface Showing extends Playing {
  /** End of its validity in milliseconds since 1970: hours of contents may change it before the rules do. */
  validUntilMs: number;
}

/** Maximum number of cached screens; the oldest one is dropped for a new one. */
const maxScreens = 10_000;
const maxSets = 1000;
/** Interval between evaluations of the next seven days. */
const reevaluateMs = 3_600_000;

const unchanged: ScreenProgramme = { revision: '' };
const noRules: RuleSet = {
  ...{ stored: [], generation: 0, rules: [] },
  ...{ known: unchanged, full: { revision: '', rules: [], playlists: [] } },
};

export type ScreenProgrammes = ReturnType<typeof createScreenProgrammes>;

export interface ScreenProgrammesDeps {
  programme: Pick<ProgrammeStore, 'rulesOf' | 'ruleKeyOf'>;
  playlists: Pick<PlaylistStore, 'fullSummary' | 'generation' | 'hasShownItems' | 'shownUntil'>;
  database: Database;
  publish: Publish;
}

/** Caches each screen's set of rules. */
function createSets({ programme, playlists, database, publish }: ScreenProgrammesDeps) {
  const screens = new Map<number, RuleSet>();
  /** Sets by `ruleKeyOf`. */
  const sets = new Map<string, RuleSet>();

  function of(playerId: number): RuleSet {
    // Do not cache inside a transaction: its changes may be rolled back.
    if (database.connection.inTransaction) return buildSet(playerId);
    let set = screens.get(playerId);
    if (!set) {
      set = setOf(playerId);
      if (screens.size >= maxScreens) screens.delete(screens.keys().next().value as number);
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
      if (sets.size >= maxSets) sets.clear();
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
    const found = [...ids].flatMap((id) => playlists.fullSummary(id) ?? []);
    const before = set.full.playlists ?? [];
    const isSame = found.length === before.length && found.every(({ revision }, i) => revision === before[i]?.revision);
    if (isSame && set.rules.length > 0) return;
    const rules = set.stored.filter(({ plays }) => plays === 'dark' || found.some(({ id }) => id === plays));
    const revision = rules.length === 0 ? '' : sha256Hex(JSON.stringify([rules, found])).slice(0, 16);
    set.rules = rules;
    set.known = { revision };
    set.full = { revision, rules: rules.map((rule) => ({ ...rule, days: [...rule.days] })), playlists: found };
  }

  return {
    of,

    /** Drops the screens' programmes, and notifies them and the owner's studios. Must be called in the transaction that changes their rules or targets. */
    changed(userId: number, playerIds: readonly number[]): void {
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
  const { of, changed } = createSets(deps);

  function playlistByRulesAt(playerId: number, base: number | null, offsets: ZoneOffsets, wallMs: number): Playing {
    const set = of(playerId);
    if (set.rules.length === 0) return { playlistId: base, ruleId: null, untilMs: wallMs + horizonMs };
    const { plays, ruleId, untilMs } = runningOf(set, offsets, wallMs).now;
    return { playlistId: ruleId === null ? base : plays, ruleId, untilMs };
  }

  /** True if a rule's playlist has nothing to show now, so that the base playlist plays instead. */
  const isReplacedByBase = ({ playlistId, ruleId }: Playing, base: number | null): boolean =>
    ruleId !== null && typeof playlistId === 'number' && base !== null && !playlists.hasShownItems(playlistId);

  /** `wallMs` must be the current time, because `playlists` checks the items that are shown now. */
  function shownPlaylistAt(playerId: number, base: number | null, offsets: ZoneOffsets, wallMs: number): Showing {
    const playing = playlistByRulesAt(playerId, base, offsets, wallMs);
    const validUntilMs = Math.min(playing.untilMs, shownUntil(playing.playlistId));
    if (!isReplacedByBase(playing, base)) return { ...playing, validUntilMs };
    return {
      ...{ playlistId: base, ruleId: null, untilMs: validUntilMs },
      validUntilMs: Math.min(validUntilMs, shownUntil(base)),
    };
  }

  const shownUntil = (playlistId: Playing['playlistId']): number =>
    typeof playlistId === 'number' ? playlists.shownUntil(playlistId) : Infinity;

  /** Returns the current and the next playlist, with names; `base`: the base playlist. */
  function playsNow(
    playerId: number,
    base: { id: number; name: string } | null,
    offsets: ZoneOffsets,
    wallMs: number,
  ): PlaysNow {
    const set = of(playerId);
    if (set.rules.length === 0) return { playlist: base, isDark: false, scheduleId: null, until: null, next: null };
    const describe = (plays: Playing['playlistId'], ruleId: number | null) => {
      const ruled = ruleId === null ? undefined : set.full.playlists?.find(({ id }) => id === plays);
      const playlist = ruleId === null ? base : ruled ? { id: ruled.id, name: ruled.name } : null;
      return { playlist, isDark: plays === 'dark' };
    };
    const last = runningOf(set, offsets, wallMs);
    const { plays, ruleId, untilMs } = last.now;
    const following = (last.next ??= nextAfter(last));
    let now = { ...describe(plays, ruleId), scheduleId: ruleId };
    let next: Interval | undefined = following.plays === plays ? undefined : following;
    if (isReplacedByBase({ playlistId: plays, ruleId, untilMs }, base?.id ?? null)) {
      now = { ...describe(null, null), scheduleId: null };
      const backMs = shownUntil(plays);
      if (backMs < untilMs) next = { ...last.now, fromMs: backMs };
    }
    if (!next) return { ...now, until: null, next: null };
    return { ...now, until: new Date(next.fromMs).toISOString(), next: describe(next.plays, next.ruleId) };
  }

  return {
    /** Returns a screen's programme, without rules and playlists when `known` is its revision. */
    of(playerId: number, known: string): ScreenProgramme {
      const set = of(playerId);
      return known === set.known.revision ? set.known : set.full;
    },

    /** Returns the playlist that a screen's rules choose for a time in milliseconds since 1970; `base`: the base playlist. */
    playlistByRulesAt,

    /** Returns a screen's current playlist: the base playlist if the rule's playlist has nothing to show (contract/README 16.5). */
    shownPlaylistAt,

    playsNow,

    /** Must be called in the transaction that changes the screens' rules or targets. */
    changed,
  };
}

function intervalAt(rules: RuleSet['rules'], offsets: ZoneOffsets, wallMs: number): Interval {
  const { playlistId, ruleId, untilMs } = activeAt({ base: null, rules, offsets }, wallMs);
  return { plays: playlistId, ruleId, fromMs: wallMs, untilMs };
}

/** Returns the next interval that plays something else; consecutive rules with the same playlist count as one. */
function nextAfter({ now, rules, offsets }: NonNullable<RuleSet['last']>): Interval {
  let next = intervalAt(rules, offsets, now.untilMs);
  while (next.plays === now.plays && next.fromMs < now.fromMs + horizonMs)
    next = intervalAt(rules, offsets, next.untilMs);
  return next;
}

/** Returns the playlist that a set of rules chooses; cached, because lists contain every screen, and 2,000 screens have few sets. */
function runningOf(set: RuleSet, offsets: ZoneOffsets, wallMs: number): NonNullable<RuleSet['last']> {
  const { last, rules } = set;
  const isSameInput = last && last.rules === rules && last.offsets === offsets;
  const until = isSameInput ? Math.min(last.now.untilMs, last.now.fromMs + reevaluateMs) : 0;
  if (isSameInput && wallMs >= last.now.fromMs && wallMs < until) return last;
  return (set.last = { now: intervalAt(rules, offsets, wallMs), rules, offsets });
}
