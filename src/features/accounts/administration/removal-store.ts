/** Hides accounts that were deleted, and deletes their rows in batches (migration 047). */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { inOrder, type Batch } from '../../../platform/storage/purge.ts';

export type RemovalStore = ReturnType<typeof createRemovalStore>;

/** Selects the calls that are deleted next; their receipts are deleted before them. */
const nextCalls = 'SELECT id FROM calls WHERE user_id = @id ORDER BY created_at LIMIT 100';

/**
 * Tables with many rows per account, with the condition that finds the account's rows by an index. Each is listed before the
 * tables that it refers to.
 */
const largeTables: Readonly<Record<string, string>> = {
  call_receipts: `call_id IN (${nextCalls})`,
  calls: `id IN (${nextCalls})`,
  tickets: 'user_id = @id',
  urgent_screens: 'user_id = @id',
  urgent_notices: 'user_id = @id',
  sessions: 'user_id = @id',
  idempotency_keys: 'user_id = @id',
  plays: 'player_id IN (SELECT id FROM players WHERE user_id = @id)',
  plays_daily: 'user_id = @id',
  plays_names: 'user_id = @id',
  import_files: 'import_id IN (SELECT id FROM imports WHERE user_id = @id)',
  video_playlist_assignments: 'playlist_id IN (SELECT id FROM playlists WHERE user_id = @id)',
  videos: 'user_id = @id',
  uploads: 'user_id = @id',
  schedule_targets: 'rule_id IN (SELECT id FROM schedule_rules WHERE user_id = @id)',
  // SQLite deletes each screen's keys, and its rows in groups and rooms, with it.
  players: 'user_id = @id',
};
/** Primary keys of the large tables in which the key is not `id`. */
const primaryKeys: Readonly<Record<string, string>> = {
  call_receipts: 'call_id, player_id',
  import_files: 'import_id, position',
  sessions: 'token_hash',
  idempotency_keys: 'user_id, key_hash',
  plays_daily: 'user_id, day, video_id, player_id, playlist_id',
  plays_names: 'user_id, kind, id',
  uploads: 'key',
};

/** Rows, besides screens and contents, that other accounts see or that grant access. They are few: `hide` deletes them. */
const visibleRows: readonly string[] = [
  'members WHERE user_id = @id',
  'api_tokens WHERE user_id = @id',
  'admin_notices WHERE target_user_id = @id OR target_player_id IN (SELECT id FROM players WHERE user_id = @id)',
];

export function createRemovalStore(database: Database, clock: Clock) {
  const hide = database.prepare<[{ id: number; now: number }]>(`
    UPDATE users SET removed_at = @now, status = 'blocked', username = hex(randomblob(20)), email = hex(randomblob(20)), password = '' WHERE id = @id`);
  const removeVisible = visibleRows.map((rows) => database.prepare<[{ id: number }]>(`DELETE FROM ${rows}`));
  const removed = database.prepare<[], { id: number }>('SELECT id FROM users WHERE removed_at IS NOT NULL ORDER BY id');
  const removeLarge = Object.entries(largeTables).map(([table, where]) => {
    const key = primaryKeys[table] ?? 'id';
    return database.prepare<[{ id: number; limit: number }]>(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT @limit)`,
    );
  });

  return {
    /** Hides an account: frees its name and e-mail, and deletes its members and API tokens. Must be called in a transaction. */
    hide(id: number): void {
      for (const statement of removeVisible) statement.run({ id });
      hide.run({ id, now: clock.now() });
    },
    /** Returns the ids of hidden accounts. */
    hidden: (): number[] => removed.all().map(({ id }) => id),
    /** Returns a function for `inBatches` that deletes the account's rows in `largeTables`; `afterEach` runs after each batch. */
    deletionOf: (id: number, afterEach: () => void): Batch =>
      inOrder(
        ...removeLarge.map((statement): Batch => (limit) => {
          const { changes } = statement.run({ id, limit });
          afterEach();
          return changes;
        }),
      ),
  };
}
