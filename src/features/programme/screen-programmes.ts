/** Each screen's programme, kept ready: it is asked for with every poll, and changes hardly ever. */
import { activeAt, horizonMs, type Playing, type ProgrammeRule, type ZoneOffsets } from '../../contract/programme.ts';
import type { ScreenProgramme } from '../../contract/schedules.ts';
import type { Database } from '../../platform/storage/database.ts';
import { sha256Hex } from '../../platform/random.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { ProgrammeStore } from './store.ts';

/** Screens with the same rules share one: 2,000 screens under 500 rules are 500 rules in memory, not a million. */
interface RuleSet {
  /** As stored. */
  stored: readonly ProgrammeRule[];
  /** Of the playlists when it was last looked at. */
  generation: number;
  /** Without those whose playlist is gone; another array after each change. */
  rules: readonly ProgrammeRule[];
  known: ScreenProgramme;
  whole: ScreenProgramme;
}

interface Kept {
  set: RuleSet;
  /** The last answer, and what it was about. */
  last?: Playing & { base: number | null; rules: RuleSet['rules']; offsets: ZoneOffsets; fromMs: number };
}

/** Screens kept ready; the one built longest ago makes room. */
const keptScreens = 10_000;
const keptSets = 1000;

const nothing: ScreenProgramme = { revision: '' };
const noRules: RuleSet = {
  ...{ stored: [], generation: 0, rules: [] },
  ...{ known: nothing, whole: { revision: '', rules: [], playlists: [] } },
};

export type ScreenProgrammes = ReturnType<typeof createScreenProgrammes>;

export interface ScreenProgrammesDeps {
  programme: Pick<ProgrammeStore, 'rulesOf' | 'ruleKeyOf'>;
  playlists: Pick<PlaylistStore, 'wholeSummary' | 'generation'>;
  database: Database;
}

export function createScreenProgrammes({ programme, playlists, database }: ScreenProgrammesDeps) {
  const screens = new Map<number, Kept>();
  /** By the rules' ids and what they are for. */
  const sets = new Map<string, RuleSet>();

  function of(playerId: number): Kept {
    // What is read inside a transaction may still be rolled back.
    if (database.connection.inTransaction) return { set: buildSet(playerId) };
    let kept = screens.get(playerId);
    if (!kept) {
      kept = { set: setOf(playerId) };
      if (screens.size >= keptScreens) screens.delete(screens.keys().next().value as number);
      screens.set(playerId, kept);
    }
    if (kept.set.rules.length > 0 && kept.set.generation !== playlists.generation()) refresh(kept.set);
    return kept;
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

  /** Looks at the playlists of its rules again. */
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
    /** Without rules and playlists when `known` is its revision. */
    of(playerId: number, known: string): ScreenProgramme {
      const { set } = of(playerId);
      return known === set.known.revision ? set.known : set.whole;
    },

    /** What a screen plays at a time in milliseconds since 1970; `base`: the playlist that was sent. */
    playingAt(playerId: number, base: number | null, offsets: ZoneOffsets, wallMs: number): Playing {
      const kept = of(playerId);
      const { rules } = kept.set;
      if (rules.length === 0) return { playlistId: base, ruleId: null, untilMs: wallMs + horizonMs };
      const { last } = kept;
      const isOfThese = last && last.base === base && last.rules === rules && last.offsets === offsets;
      if (isOfThese && wallMs >= last.fromMs && wallMs < last.untilMs) return last;
      const playing = activeAt({ base, rules, offsets }, wallMs);
      kept.last = { ...playing, base, rules, offsets, fromMs: wallMs };
      return playing;
    },

    /** To be called in the transaction that changes these screens' rules, or whom rules are for. */
    changed(playerIds: readonly number[]): void {
      const forget = () => {
        for (const id of playerIds) screens.delete(id);
        sets.clear();
      };
      forget();
      database.afterCommit(forget);
    },
  };
}
