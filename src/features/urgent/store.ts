/**
 * Stores urgent notices, their target screens and receipts (tables `urgent_notices`, `urgent_screens`). Functions that change
 * data must be called inside a transaction.
 */
import { notFound } from '../../contract/errors.ts';
import type { AdminUrgentInput, UrgentInput, UrgentPreset } from '../../contract/urgent.ts';
import type { Database } from '../../platform/storage/database.ts';
import { inOrder, type Batch } from '../../platform/storage/purge.ts';

/** Who reads notices: an account, for its own and managers' notices on its screens, or null for managers, who read theirs. */
export type Viewer = number | null;
/** Who sends and ends a notice: an account, or null for the managers. */
export type NoticeOwner = number | null;

export interface StoredUrgent {
  id: number;
  /** Identifies the notice in every copy of the database. */
  key: string;
  /** The account that sent the notice. */
  userId: NoticeOwner;
  preset: UrgentPreset;
  text: string;
  chime: boolean;
  author: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  endsAt: number;
  endedAt: number | null;
}

interface UrgentRow extends Omit<StoredUrgent, 'chime'> {
  chime: number;
}

/** A target screen of a notice, with its receipt if it has sent one. */
export interface StoredUrgentScreen {
  /** null: the screen was deleted. */
  playerId: number | null;
  name: string;
  /** Name of the screen's account. */
  owner: string;
  shownAt: number | null;
  hadSound: boolean | null;
}

export type UrgentStore = ReturnType<typeof createUrgentStore>;

// Notices that were stored without a key are identified by id and time.
const columns = `n.id, iif(n.key = '', n.id || '-' || n.created_at, n.key) AS key, n.user_id AS userId, n.preset, n.text, n.chime, n.author, n.created_at AS createdAt,
  n.ends_at AS endsAt, n.ended_at AS endedAt`;
const runningCondition = 'n.ended_at IS NULL AND n.ends_at > @now';
/** SQL condition for the notices that a viewer may see: its own, and managers' notices that were on its screens. */
const visibleCondition = `(n.user_id IS @user OR (@user IS NOT NULL AND n.user_id IS NULL
  AND EXISTS (SELECT 1 FROM urgent_screens s WHERE s.notice_id = n.id AND s.user_id = @user)))`;
/** SQL condition for the screens of a viewer: those of the account, or all for managers. */
const viewerCondition = '(@user IS NULL OR s.user_id = @user)';

export function createUrgentStore(database: Database) {
  return { ...createNotices(database), ...createTargets(database), ...createScreens(database) };
}

function createNotices(database: Database) {
  type Values = Omit<UrgentRow, 'id' | 'endedAt'>;
  const insert = database.prepare<[Values]>(`
    INSERT INTO urgent_notices (key, user_id, preset, text, chime, author, created_at, ends_at)
    VALUES (@key, @userId, @preset, @text, @chime, @author, @createdAt, @endsAt)`);
  const find = database.prepare<[{ id: number; user: Viewer }], UrgentRow>(
    `SELECT ${columns} FROM urgent_notices n WHERE n.id = @id AND ${visibleCondition}`,
  );
  const page = database.prepare<[{ user: Viewer; before: number; limit: number }], UrgentRow>(
    `SELECT ${columns} FROM urgent_notices n WHERE n.id < @before AND ${visibleCondition} ORDER BY n.id DESC LIMIT @limit`,
  );
  const end = database.prepare<[{ id: number; user: NoticeOwner; now: number }]>(
    'UPDATE urgent_notices SET ended_at = @now WHERE id = @id AND user_id IS @user AND ended_at IS NULL AND ends_at > @now',
  );
  const running = database.prepare<[{ user: NoticeOwner; now: number }], { count: number }>(
    `SELECT COUNT(*) AS count FROM urgent_notices n WHERE n.user_id IS @user AND ${runningCondition}`,
  );
  const nthNewest = database.prepare<[{ user: NoticeOwner; skipped: number }], { at: number }>(
    'SELECT n.created_at AS at FROM urgent_notices n WHERE n.user_id IS @user ORDER BY n.id DESC LIMIT 1 OFFSET @skipped',
  );
  const lastEnd = database.prepare<[{ now: number }], { at: number | null }>(
    `SELECT MAX(n.ends_at) AS at FROM urgent_notices n WHERE ${runningCondition}`,
  );
  const someBefore = 'SELECT id FROM urgent_notices WHERE created_at < @at ORDER BY created_at LIMIT @limit';
  // The screens are deleted first: a notice may have many.
  const deleteScreens = database.prepare<[{ at: number; limit: number }]>(
    `DELETE FROM urgent_screens WHERE id IN (SELECT id FROM urgent_screens WHERE notice_id IN (${someBefore}) LIMIT @limit)`,
  );
  const deleteNotices = database.prepare<[{ at: number; limit: number }]>(
    `DELETE FROM urgent_notices WHERE id IN (${someBefore})`,
  );

  return {
    /** Returns the new id. */
    insert: (notice: Omit<StoredUrgent, 'id' | 'endedAt'>): number =>
      insert.run({ ...notice, chime: Number(notice.chime) }).lastInsertRowid,
    /** Throws not_found for a notice that the viewer may not see. */
    findOrThrow(user: Viewer, id: number): StoredUrgent {
      const row = find.get({ id, user });
      if (!row) throw notFound('urgent');
      return toUrgent(row);
    },
    /** Returns notices with ids below `before`, newest first. */
    page: (user: Viewer, before: number, limit: number): StoredUrgent[] =>
      page.all({ user, before, limit }).map(toUrgent),
    /** Returns false if the notice had ended, or `user` is not its owner. */
    end: (user: NoticeOwner, id: number, now: number): boolean => end.run({ id, user, now }).changes > 0,
    countRunning: (user: NoticeOwner, now: number): number => running.get({ user, now })?.count ?? 0,
    /** Returns the time at which the `count`-th newest notice was sent; undefined if there are fewer. */
    timeOfNthNewest: (user: NoticeOwner, count: number): number | undefined =>
      nthNewest.get({ user, skipped: count - 1 })?.at,
    /** Returns the time at which the last of the running notices ends; null when none runs. */
    lastEnd: (now: number): number | null => lastEnd.get({ now })?.at ?? null,
    /** Returns the batches that delete the notices created before `at` (milliseconds since 1970). */
    deletionBefore: (at: number): Batch =>
      inOrder(
        (limit) => deleteScreens.run({ at, limit }).changes,
        (limit) => deleteNotices.run({ at, limit }).changes,
      ),
  };
}

function createTargets(database: Database) {
  type OwnTargets = { notice: number; user: number; all: number; screens: string; groups: string };
  type AnyTargets = { notice: number; all: number; screens: string; users: string };
  const insertTargets =
    'INSERT INTO urgent_screens (notice_id, player_id, user_id, name) SELECT @notice, p.id, p.user_id, p.name';
  const insertOwn = database.prepare<
    [OwnTargets]
  >(`${insertTargets} FROM players p WHERE p.user_id = @user AND (@all = 1
    OR p.id IN (SELECT value FROM json_each(@screens))
    OR p.id IN (SELECT m.player_id FROM screen_groups g JOIN screen_group_members m ON m.group_id = g.id
      WHERE g.user_id = @user AND g.id IN (SELECT value FROM json_each(@groups))))`);
  const insertAny = database.prepare<
    [AnyTargets]
  >(`${insertTargets} FROM players p JOIN users o ON o.id = p.user_id AND o.status = 'approved'
    WHERE @all = 1 OR p.id IN (SELECT value FROM json_each(@screens)) OR p.user_id IN (SELECT value FROM json_each(@users))`);
  const countScreens = database.prepare<[{ user: Viewer; ids: string }], { count: number }>(
    'SELECT COUNT(*) AS count FROM players WHERE (@user IS NULL OR user_id = @user) AND id IN (SELECT value FROM json_each(@ids))',
  );
  const countGroups = database.prepare<[{ user: number; ids: string }], { count: number }>(
    'SELECT COUNT(*) AS count FROM screen_groups WHERE user_id = @user AND id IN (SELECT value FROM json_each(@ids))',
  );
  const countUsers = database.prepare<[{ ids: string }], { count: number }>(
    'SELECT COUNT(*) AS count FROM users WHERE id IN (SELECT value FROM json_each(@ids))',
  );
  const unique = (ids: readonly number[]) => [...new Set(ids)];

  function assertScreens(user: Viewer, ids: readonly number[]): void {
    if ((countScreens.get({ user, ids: JSON.stringify(ids) })?.count ?? 0) !== unique(ids).length)
      throw notFound('screen');
  }

  return {
    /** Stores screens of the account as targets. Returns their number. Throws not_found for foreign screens or groups. */
    targetOwnScreens(notice: number, user: number, { isForAll, playerIds, groupIds }: UrgentInput): number {
      const [screens, groups] = [JSON.stringify(playerIds), JSON.stringify(groupIds)];
      if (!isForAll) {
        assertScreens(user, playerIds);
        if ((countGroups.get({ user, ids: groups })?.count ?? 0) !== unique(groupIds).length)
          throw notFound('screenGroup');
      }
      return insertOwn.run({ notice, user, all: Number(isForAll), screens, groups }).changes;
    },

    /** Stores screens of approved accounts as targets. Returns their number. Throws not_found for a missing screen or account. */
    targetAnyScreens(notice: number, { isForAll, playerIds, userIds }: AdminUrgentInput): number {
      const [screens, users] = [JSON.stringify(playerIds), JSON.stringify(userIds)];
      if (!isForAll) {
        assertScreens(null, playerIds);
        if ((countUsers.get({ ids: users })?.count ?? 0) !== unique(userIds).length) throw notFound('user');
      }
      return insertAny.run({ notice, all: Number(isForAll), screens, users }).changes;
    },
  };
}

function createScreens(database: Database) {
  const targets = database.prepare<[number], { playerId: number; userId: number }>(
    'SELECT player_id AS playerId, user_id AS userId FROM urgent_screens WHERE notice_id = ? AND player_id IS NOT NULL',
  );
  const counts = database.prepare<[{ id: number; user: Viewer }], { total: number; shown: number }>(
    `SELECT COUNT(*) AS total, COUNT(s.shown_at) AS shown FROM expected_urgent_screens s WHERE s.notice_id = @id AND ${viewerCondition}`,
  );
  const receipts = database.prepare<
    [{ id: number; user: Viewer }],
    Omit<StoredUrgentScreen, 'hadSound'> & { hadSound: number | null }
  >(`SELECT s.player_id AS playerId, coalesce(p.name, s.name) AS name, u.username AS owner, s.shown_at AS shownAt, s.had_sound AS hadSound
     FROM expected_urgent_screens s JOIN users u ON u.id = s.user_id LEFT JOIN players p ON p.id = s.player_id
     WHERE s.notice_id = @id AND ${viewerCondition} ORDER BY s.id`);
  const ofScreen = database.prepare<[{ player: number; now: number; limit: number }], UrgentRow>(
    `SELECT ${columns} FROM urgent_screens s JOIN urgent_notices n ON n.id = s.notice_id
     WHERE s.player_id = @player AND ${runningCondition} ORDER BY n.id DESC LIMIT @limit`,
  );
  const target = database.prepare<[number, number], UrgentRow>(
    `SELECT ${columns} FROM urgent_screens s JOIN urgent_notices n ON n.id = s.notice_id WHERE s.notice_id = ? AND s.player_id = ?`,
  );
  const receive = database.prepare<[number, number, number, number]>(
    'UPDATE urgent_screens SET shown_at = ?, had_sound = ? WHERE notice_id = ? AND player_id = ? AND shown_at IS NULL',
  );

  return {
    /** Returns the notice's target screens with their accounts. */
    screensOf: (id: number) => targets.all(id),
    /** Returns the number of the viewer's screens that should show the notice, and of those that have shown it. */
    counts: (user: Viewer, id: number) => counts.get({ id, user }) ?? { total: 0, shown: 0 },
    /** Returns the viewer's screens that should show the notice, with their receipts. */
    receipts: (user: Viewer, id: number): StoredUrgentScreen[] =>
      receipts
        .all({ id, user })
        .map((row) => ({ ...row, hadSound: row.hadSound === null ? null : row.hadSound === 1 })),
    /** Returns the notices that run on a screen, newest first. */
    runningOn: (player: number, now: number, limit: number): StoredUrgent[] =>
      ofScreen.all({ player, now, limit }).map(toUrgent),
    /** Throws not_found for a notice that is not for the screen. */
    noticeForScreenOrThrow(id: number, playerId: number): StoredUrgent {
      const row = target.get(id, playerId);
      if (!row) throw notFound('urgent');
      return toUrgent(row);
    },
    /** Stores a receipt; returns false if the screen has sent one before. */
    receive: (id: number, playerId: number, at: number, hadSound: boolean): boolean =>
      receive.run(at, Number(hadSound), id, playerId).changes > 0,
  };
}

const toUrgent = ({ chime, ...row }: UrgentRow): StoredUrgent => ({ ...row, chime: chime === 1 });
