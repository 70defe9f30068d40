/**
 * Stores the programme's rules and their targets (tables `schedule_rules`, `schedule_targets`). Functions that change data must
 * be called inside a transaction.
 */
import { notFound } from '../../contract/errors.ts';
import type { ProgrammeRule, TargetKind } from '../../contract/programme/programme.ts';
import type { Schedule } from '../../contract/programme/schedules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { bitsOf, daysOf } from '../../platform/storage/weekdays.ts';
import { createOpeningStore } from './opening-store.ts';

/**
 * A rule as stored. Programmes contain rules derived from it (screen-programmes.ts): one for each occurrence of its `dates`,
 * and with the result of `precedenceOf` instead of the `priority` that a person chose.
 */
export type StoredRule = ProgrammeRule & { dates: string[] };

/** A rule without its targets. */
export type RuleFields = Omit<Schedule, 'id' | 'playlist' | 'targets' | 'createdAt'>;

interface RuleRow extends Omit<RuleFields, 'plays' | 'days' | 'dates' | 'isExact' | 'isPaused'> {
  id: number;
  /** Playlist that the rule plays; null: the screen is dark. */
  playlistId: number | null;
  /** Weekdays, one bit each. */
  days: number;
  /** Dates, separated by spaces. */
  dates: string;
  isExact: number;
  isPaused: number;
}

/** A rule with the names of its playlist and targets. */
interface ScheduleRow extends RuleRow {
  playlistName: string | null;
  createdAt: number;
  /** Targets as JSON: [{id, name}]. */
  screens: string;
  groups: string;
}

const columns = `r.id, r.playlist_id AS playlistId, r.days, r.from_minute AS "from", r.to_minute AS "to", r.weeks,
  r.first_date AS firstDate, r.last_date AS lastDate, r.priority, r.is_exact AS isExact, r.name, r.dates, r.is_paused AS isPaused`;

export type ProgrammeStore = ReturnType<typeof createProgrammeStore>;

export function createProgrammeStore(database: Database, clock: Clock) {
  const select = `
    SELECT ${columns}, r.created_at AS createdAt, l.name AS playlistName,
      (SELECT json_group_array(json_object('id', p.id, 'name', p.name)) FROM schedule_targets t JOIN players p ON p.id = t.player_id
        WHERE t.rule_id = r.id) AS screens,
      (SELECT json_group_array(json_object('id', g.id, 'name', g.name)) FROM schedule_targets t JOIN screen_groups g ON g.id = t.group_id
        WHERE t.rule_id = r.id) AS groups
    FROM schedule_rules r LEFT JOIN playlists l ON l.id = r.playlist_id`;
  type Values = ReturnType<typeof toValues>;
  // With a missing or foreign playlist the statement changes no row.
  const isOwnPlaylist =
    '(@playlist IS NULL OR EXISTS (SELECT 1 FROM kept_playlists WHERE id = @playlist AND user_id = @user))';
  const statements = {
    list: database.prepare<[number], ScheduleRow>(`${select} WHERE r.user_id = ? ORDER BY r.id`),
    find: database.prepare<[number, number], ScheduleRow>(`${select} WHERE r.id = ? AND r.user_id = ?`),
    count: database.prepare<[number], { count: number }>(
      "SELECT COALESCE(SUM(1 + length(dates) - length(replace(dates, ' ', ''))), 0) AS count FROM schedule_rules WHERE user_id = ?",
    ),
    insert: database.prepare<[Values & { user: number; now: number }]>(`
      INSERT INTO schedule_rules (user_id, playlist_id, days, from_minute, to_minute, weeks, first_date, last_date, priority, is_exact, name, dates, is_paused, created_at)
      SELECT @user, @playlist, @days, @from, @to, @weeks, @firstDate, @lastDate, @priority, @isExact, @name, @dates, @isPaused, @now WHERE ${isOwnPlaylist}`),
    update: database.prepare<[Values & { user: number; id: number }]>(`
      UPDATE schedule_rules SET playlist_id = @playlist, days = @days, from_minute = @from, to_minute = @to, weeks = @weeks,
        first_date = @firstDate, last_date = @lastDate, priority = @priority, is_exact = @isExact,
        name = @name, dates = @dates, is_paused = @isPaused
      WHERE id = @id AND user_id = @user AND ${isOwnPlaylist}`),
    remove: database.prepare<[number, number]>('DELETE FROM schedule_rules WHERE id = ? AND user_id = ?'),
    clearTargets: database.prepare<[number, number]>(
      'DELETE FROM schedule_targets WHERE rule_id = (SELECT id FROM schedule_rules WHERE id = ? AND user_id = ?)',
    ),
    addScreens: database.prepare<[{ rule: number; user: number; screens: string }]>(`
      INSERT INTO schedule_targets (rule_id, player_id)
      SELECT r.id, p.id FROM schedule_rules r JOIN players p ON p.user_id = r.user_id
      WHERE r.id = @rule AND r.user_id = @user AND p.id IN (SELECT value FROM json_each(@screens)) ORDER BY p.id`),
    addGroups: database.prepare<[{ rule: number; user: number; groups: string }]>(`
      INSERT INTO schedule_targets (rule_id, group_id)
      SELECT r.id, g.id FROM schedule_rules r JOIN screen_groups g ON g.user_id = r.user_id
      WHERE r.id = @rule AND r.user_id = @user AND g.id IN (SELECT value FROM json_each(@groups)) ORDER BY g.id`),
    // A rule may target a screen directly and through groups: MAX prefers 'screen'.
    ofScreen: database.prepare<[number], RuleRow & { target: TargetKind }>(`
      SELECT ${columns}, MAX(target) AS target FROM screen_rules JOIN schedule_rules r ON r.id = rule_id
      WHERE player_id = ? GROUP BY r.id ORDER BY r.id`),
    keyOfScreen: database.prepare<[number], { key: string | null }>(`
      SELECT group_concat(rule_id || target, ' ' ORDER BY rule_id) AS key
      FROM (SELECT rule_id, MAX(target) AS target FROM screen_rules WHERE player_id = ? GROUP BY rule_id)`),
    screens: database.prepare<[number], { player_id: number }>(
      'SELECT DISTINCT player_id FROM screen_rules WHERE rule_id = ? ORDER BY player_id',
    ),
  };

  const opening = createOpeningStore(database);

  function findOrThrow(userId: number, id: number): Schedule {
    const row = statements.find.get(id, userId);
    if (!row) throw notFound('schedule');
    return toSchedule(row);
  }

  return {
    /** Returns the rules, oldest first. */
    list: (userId: number): Schedule[] => statements.list.all(userId).map(toSchedule),

    /** Throws `not_found`, also for another user's rule. */
    findOrThrow,

    ...opening,

    /** Returns the number of rules; a rule with several dates counts as one for each. */
    count: (userId: number): number => statements.count.get(userId)?.count ?? 0,

    /** Returns the new id. Throws `not_found` if the playlist is not the user's. */
    insert(userId: number, fields: RuleFields): number {
      const { changes, lastInsertRowid } = statements.insert.run({
        ...toValues(fields),
        user: userId,
        now: clock.now(),
      });
      if (changes === 0) throw notFound('playlist');
      return lastInsertRowid;
    },

    /** Throws `not_found` if the rule or the playlist is not the user's. */
    update(userId: number, id: number, fields: RuleFields): void {
      if (statements.update.run({ ...toValues(fields), user: userId, id }).changes === 0) throw notFound('playlist');
    },

    /** Throws `not_found`. */
    remove(userId: number, id: number): void {
      if (statements.remove.run(id, userId).changes === 0) throw notFound('schedule');
    },

    /** Replaces a rule's targets. Throws `not_found` if the rule or a target is not the user's. */
    setTargets(userId: number, id: number, targets: readonly { kind: TargetKind; id: number }[]): void {
      statements.clearTargets.run(id, userId);
      const ids = (kind: TargetKind) => [...new Set(targets.filter((it) => it.kind === kind).map((it) => it.id))];
      const [screens, groups] = [ids('screen'), ids('group')];
      const addedScreens = statements.addScreens.run({ rule: id, user: userId, screens: JSON.stringify(screens) });
      if (addedScreens.changes !== screens.length) throw notFound('screen');
      const addedGroups = statements.addGroups.run({ rule: id, user: userId, groups: JSON.stringify(groups) });
      if (addedGroups.changes !== groups.length) throw notFound('screenGroup');
    },

    /** Returns the ids of all screens that a rule targets. */
    screensOf: (id: number): number[] => statements.screens.all(id).map((row) => row.player_id),

    /** Returns the rules that target a screen, by ascending ids, then the rules for the hours in which the clinic is closed. */
    rulesOf: (playerId: number): StoredRule[] => [
      ...statements.ofScreen.all(playerId).map((row) => {
        const { isExact, name: _name, isPaused: _isPaused, ...fields } = toRule(row);
        return { ...fields, id: row.id, target: row.target, ...(isExact ? { isExact } : {}) };
      }),
      ...opening.closedRulesOf(playerId),
    ],

    /** Returns a key that is equal for screens with the same rules; null for a screen without rules. */
    ruleKeyOf(playerId: number): string | null {
      const key = statements.keyOfScreen.get(playerId)?.key ?? null;
      const account = opening.accountWithHours(playerId);
      return account === undefined ? key : `${account}: ${key ?? ''}`;
    },
  };
}

const toValues = ({
  plays,
  days,
  from,
  to,
  weeks,
  firstDate,
  lastDate,
  priority,
  isExact,
  name,
  isPaused,
  dates,
}: RuleFields) => ({
  playlist: plays === 'dark' ? null : plays,
  days: bitsOf(days),
  ...{ from, to, weeks, firstDate, lastDate, priority },
  name,
  dates: dates.join(' '),
  isExact: Number(isExact),
  isPaused: Number(isPaused),
});

const toRule = ({
  playlistId,
  days,
  from,
  to,
  weeks,
  firstDate,
  lastDate,
  priority,
  isExact,
  name,
  isPaused,
  dates,
}: RuleRow): RuleFields => ({
  plays: playlistId ?? 'dark',
  days: daysOf(days),
  ...{ from, to, weeks, firstDate, lastDate, priority },
  name,
  dates: dates === '' ? [] : dates.split(' '),
  isExact: isExact === 1,
  isPaused: isPaused === 1,
});

function toSchedule(row: ScheduleRow): Schedule {
  const targetsFrom = (json: string, kind: TargetKind) =>
    (JSON.parse(json) as { id: number; name: string }[])
      .sort((a, b) => a.id - b.id)
      .map(({ id, name }) => ({ kind, id, name }));
  return {
    id: row.id,
    ...toRule(row),
    playlist: row.playlistId === null ? null : { id: row.playlistId, name: row.playlistName ?? '' },
    targets: [...targetsFrom(row.screens, 'screen'), ...targetsFrom(row.groups, 'group')],
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
