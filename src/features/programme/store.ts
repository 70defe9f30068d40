/** Rules of the programme and whom they are for (tables `schedule_rules`, `schedule_targets`). What changes something is to be called in a transaction. */
import { notFound } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { ProgrammeRule, TargetKind } from '../../contract/programme/programme.ts';
import type { Schedule } from '../../contract/programme/schedules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { bitsOf, daysOf } from '../../platform/storage/weekdays.ts';

interface RuleRow {
  id: number;
  playlist_id: number | null;
  days: number;
  from_minute: number;
  to_minute: number;
  weeks: Schedule['weeks'];
  first_date: string | null;
  last_date: string | null;
  priority: number;
  is_exact: number;
}

interface ScheduleRow extends RuleRow {
  playlist_name: string | null;
  created_at: number;
  /** JSON: [{id, name}]. */
  screens: string;
  groups: string;
}

/** All of a rule but whom it is for. */
export type RuleFields = Pick<
  Schedule,
  'plays' | 'days' | 'from' | 'to' | 'weeks' | 'firstDate' | 'lastDate' | 'priority' | 'isExact'
>;

export type ProgrammeStore = ReturnType<typeof createProgrammeStore>;

export function createProgrammeStore(database: Database, clock: Clock) {
  const select = `
    SELECT r.*, l.name AS playlist_name,
      (SELECT json_group_array(json_object('id', p.id, 'name', p.name)) FROM schedule_targets t JOIN players p ON p.id = t.player_id
        WHERE t.rule_id = r.id) AS screens,
      (SELECT json_group_array(json_object('id', g.id, 'name', g.name)) FROM schedule_targets t JOIN screen_groups g ON g.id = t.group_id
        WHERE t.rule_id = r.id) AS groups
    FROM schedule_rules r LEFT JOIN playlists l ON l.id = r.playlist_id`;
  type Values = ReturnType<typeof toValues>;
  // A playlist that is not there, or somebody else's, changes no row.
  const isOwnPlaylist =
    '(@playlist IS NULL OR EXISTS (SELECT 1 FROM kept_playlists WHERE id = @playlist AND user_id = @user))';
  const statements = {
    list: database.prepare<[number], ScheduleRow>(`${select} WHERE r.user_id = ? ORDER BY r.id`),
    find: database.prepare<[number, number], ScheduleRow>(`${select} WHERE r.id = ? AND r.user_id = ?`),
    count: database.prepare<[number], { count: number }>(
      'SELECT COUNT(*) AS count FROM schedule_rules WHERE user_id = ?',
    ),
    insert: database.prepare<[Values & { user: number; now: number }]>(`
      INSERT INTO schedule_rules (user_id, playlist_id, days, from_minute, to_minute, weeks, first_date, last_date, priority, is_exact, created_at)
      SELECT @user, @playlist, @days, @from, @to, @weeks, @firstDate, @lastDate, @priority, @isExact, @now WHERE ${isOwnPlaylist}`),
    update: database.prepare<[Values & { user: number; id: number }]>(`
      UPDATE schedule_rules SET playlist_id = @playlist, days = @days, from_minute = @from, to_minute = @to, weeks = @weeks,
        first_date = @firstDate, last_date = @lastDate, priority = @priority, is_exact = @isExact
      WHERE id = @id AND user_id = @user AND ${isOwnPlaylist}`),
    remove: database.prepare<[number, number]>('DELETE FROM schedule_rules WHERE id = ? AND user_id = ?'),
    clearTargets: database.prepare<[number, number]>(
      'DELETE FROM schedule_targets WHERE rule_id = (SELECT id FROM schedule_rules WHERE id = ? AND user_id = ?)',
    ),
    addTargets: database.prepare<[{ rule: number; user: number; screens: string }]>(`
      INSERT INTO schedule_targets (rule_id, player_id)
      SELECT r.id, p.id FROM schedule_rules r JOIN players p ON p.user_id = r.user_id
      WHERE r.id = @rule AND r.user_id = @user AND p.id IN (SELECT value FROM json_each(@screens)) ORDER BY p.id`),
    addGroups: database.prepare<[{ rule: number; user: number; groups: string }]>(`
      INSERT INTO schedule_targets (rule_id, group_id)
      SELECT r.id, g.id FROM schedule_rules r JOIN screen_groups g ON g.user_id = r.user_id
      WHERE r.id = @rule AND r.user_id = @user AND g.id IN (SELECT value FROM json_each(@groups)) ORDER BY g.id`),
    // A rule may reach a screen by itself and by its groups: as its own it comes first.
    ofScreen: database.prepare<[number], RuleRow & { target: TargetKind }>(`
      SELECT r.*, MAX(target) AS target FROM screen_rules JOIN schedule_rules r ON r.id = rule_id
      WHERE player_id = ? GROUP BY r.id ORDER BY r.id`),
    keyOfScreen: database.prepare<[number], { key: string | null }>(`
      SELECT group_concat(rule_id || target, ' ' ORDER BY rule_id) AS key
      FROM (SELECT rule_id, MAX(target) AS target FROM screen_rules WHERE player_id = ? GROUP BY rule_id)`),
    screens: database.prepare<[number], { player_id: number }>(
      'SELECT DISTINCT player_id FROM screen_rules WHERE rule_id = ? ORDER BY player_id',
    ),
  };

  function findOrThrow(userId: number, id: number): Schedule {
    const row = statements.find.get(id, userId);
    if (!row) throw notFound('schedule');
    return toSchedule(row);
  }

  return {
    ...createKeys(database, clock),

    /** The oldest first. */
    list: (userId: number): Schedule[] => statements.list.all(userId).map(toSchedule),

    /** Throws `not_found`, also for somebody else's. */
    findOrThrow,

    count: (userId: number): number => statements.count.get(userId)?.count ?? 0,

    /** Answers its id. Throws `not_found` unless the playlist is the user's. */
    insert(userId: number, fields: RuleFields): number {
      const { changes, lastInsertRowid } = statements.insert.run({
        ...toValues(fields),
        user: userId,
        now: clock.now(),
      });
      if (changes === 0) throw notFound('playlist');
      return lastInsertRowid;
    },

    /** Throws `not_found` unless both are the user's. */
    update(userId: number, id: number, fields: RuleFields): void {
      if (statements.update.run({ ...toValues(fields), user: userId, id }).changes === 0) throw notFound('playlist');
    },

    /** Throws `not_found`. */
    remove(userId: number, id: number): void {
      if (statements.remove.run(id, userId).changes === 0) throw notFound('schedule');
    },

    /** Instead of those before; each once. Throws `not_found` unless rule and targets are the user's. */
    setTargets(userId: number, id: number, targets: readonly { kind: TargetKind; id: number }[]): void {
      statements.clearTargets.run(id, userId);
      const ids = (kind: TargetKind) => [...new Set(targets.filter((it) => it.kind === kind).map((it) => it.id))];
      const [screens, groups] = [ids('screen'), ids('group')];
      const added = statements.addTargets.run({ rule: id, user: userId, screens: JSON.stringify(screens) });
      if (added.changes !== screens.length) throw notFound('screen');
      const addedGroups = statements.addGroups.run({ rule: id, user: userId, groups: JSON.stringify(groups) });
      if (addedGroups.changes !== groups.length) throw notFound('screenGroup');
    },

    /** Every screen that a rule is for, each once. */
    screensOf: (id: number): number[] => statements.screens.all(id).map((row) => row.player_id),

    /** Those that a screen keeps, by ascending ids. */
    rulesOf: (playerId: number): ProgrammeRule[] =>
      statements.ofScreen.all(playerId).map((row) => {
        const { isExact, ...fields } = toRule(row);
        return { ...fields, id: row.id, target: row.target, ...(isExact ? { isExact } : {}) };
      }),

    /** The same for screens with the same rules, until one of these changes; null: none. */
    ruleKeyOf: (playerId: number): string | null => statements.keyOfScreen.get(playerId)?.key ?? null,
  };
}

/** Results of requests with an Idempotency-Key (table `schedule_keys`). */
function createKeys(database: Database, clock: Clock) {
  const find = database.prepare<[number, string, number], { requested: string; ruleId: number }>(
    'SELECT asked AS requested, rule_id AS ruleId FROM schedule_keys WHERE user_id = ? AND key = ? AND created_at > ?',
  );
  const keep = database.prepare<[{ user: number; key: string; requested: string; rule: number; now: number }]>(`
    INSERT INTO schedule_keys (user_id, key, asked, rule_id, created_at) VALUES (@user, @key, @requested, @rule, @now)
    ON CONFLICT DO UPDATE SET asked = excluded.asked, rule_id = excluded.rule_id, created_at = excluded.created_at`);
  const forget = database.prepare<[number]>('DELETE FROM schedule_keys WHERE created_at <= ?');
  const since = () => clock.now() - limits.schedule.keyLifeMs;
  return {
    /** Returns a key of the last day. */
    findKey: (userId: number, key: string) => find.get(userId, key, since()),

    /** `asked`: a digest. Those that are over go. */
    keepKey(userId: number, key: string, requested: string, ruleId: number): void {
      forget.run(since());
      keep.run({ user: userId, key, requested, rule: ruleId, now: clock.now() });
    },
  };
}

const toValues = ({ plays, days, from, to, weeks, firstDate, lastDate, priority, isExact }: RuleFields) => ({
  playlist: plays === 'dark' ? null : plays,
  days: bitsOf(days),
  ...{ from, to, weeks, firstDate, lastDate, priority },
  isExact: Number(isExact),
});

const toRule = (row: RuleRow): RuleFields => ({
  plays: row.playlist_id ?? 'dark',
  days: daysOf(row.days),
  from: row.from_minute,
  to: row.to_minute,
  weeks: row.weeks,
  firstDate: row.first_date,
  lastDate: row.last_date,
  priority: row.priority,
  isExact: row.is_exact === 1,
});

function toSchedule(row: ScheduleRow): Schedule {
  const named = (json: string, kind: TargetKind) =>
    (JSON.parse(json) as { id: number; name: string }[])
      .sort((a, b) => a.id - b.id)
      .map(({ id, name }) => ({ kind, id, name }));
  return {
    id: row.id,
    ...toRule(row),
    playlist: row.playlist_id === null ? null : { id: row.playlist_id, name: row.playlist_name ?? '' },
    targets: [...named(row.screens, 'screen'), ...named(row.groups, 'group')],
    createdAt: new Date(row.created_at).toISOString(),
  };
}
