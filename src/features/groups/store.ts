/** Stores groups of screens (tables `screen_groups`, `screen_group_members`). Functions that change data must be called inside a transaction. */
import { notFound } from '../../contract/errors.ts';
import type { ScreenGroup } from '../../contract/groups.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';

interface GroupRow {
  id: number;
  name: string;
  created_at: number;
  /** JSON array of screen ids. */
  players: string;
  rules: number;
  rooms: number;
}

export type GroupStore = ReturnType<typeof createGroupStore>;

export function createGroupStore(database: Database, clock: Clock) {
  const select = `
    SELECT g.id, g.name, g.created_at,
      (SELECT json_group_array(m.player_id ORDER BY m.player_id) FROM screen_group_members m WHERE m.group_id = g.id) AS players,
      (SELECT COUNT(*) FROM schedule_targets t WHERE t.group_id = g.id) AS rules,
      (SELECT COUNT(*) FROM call_groups c WHERE c.group_id = g.id) AS rooms
    FROM screen_groups g`;
  const statements = {
    list: database.prepare<[number], GroupRow>(`${select} WHERE g.user_id = ? ORDER BY g.id`),
    find: database.prepare<[number, number], GroupRow>(`${select} WHERE g.id = ? AND g.user_id = ?`),
    insert: database.prepare<[number, string, number]>(
      'INSERT INTO screen_groups (user_id, name, created_at) VALUES (?, ?, ?)',
    ),
    rename: database.prepare<[string, number, number]>(
      'UPDATE screen_groups SET name = ? WHERE id = ? AND user_id = ?',
    ),
    remove: database.prepare<[number, number]>('DELETE FROM screen_groups WHERE id = ? AND user_id = ?'),
    clear: database.prepare<[number, number]>(
      'DELETE FROM screen_group_members WHERE group_id = (SELECT id FROM screen_groups WHERE id = ? AND user_id = ?)',
    ),
    add: database.prepare<[{ group: number; user: number; screens: string }]>(`
      INSERT INTO screen_group_members (group_id, player_id)
      SELECT g.id, p.id FROM screen_groups g JOIN players p ON p.user_id = g.user_id
      WHERE g.id = @group AND g.user_id = @user AND p.id IN (SELECT value FROM json_each(@screens))`),
  };

  return {
    /** Returns the groups, oldest first. */
    list: (userId: number): ScreenGroup[] => statements.list.all(userId).map(toGroup),

    /** Throws `not_found`, also for another user's group. */
    findOrThrow(userId: number, id: number): ScreenGroup {
      const row = statements.find.get(id, userId);
      if (!row) throw notFound('screenGroup');
      return toGroup(row);
    },

    /** Returns the new group's id. */
    insert: (userId: number, name: string): number => statements.insert.run(userId, name, clock.now()).lastInsertRowid,
    rename: (userId: number, id: number, name: string): void => void statements.rename.run(name, id, userId),
    /** Deletes a group, but not its screens. */
    remove: (userId: number, id: number): void => void statements.remove.run(id, userId),

    /** Replaces the group's screens. Throws `not_found` if the user does not own each of the screens. */
    setScreens(userId: number, id: number, playerIds: readonly number[]): void {
      statements.clear.run(id, userId);
      const screens = [...new Set(playerIds)];
      const { changes } = statements.add.run({ group: id, user: userId, screens: JSON.stringify(screens) });
      if (changes !== screens.length) throw notFound('screen');
    },
  };
}

const toGroup = (row: GroupRow): ScreenGroup => ({
  id: row.id,
  name: row.name,
  playerIds: JSON.parse(row.players) as number[],
  ruleCount: row.rules,
  callRoomCount: row.rooms,
  createdAt: new Date(row.created_at).toISOString(),
});
