/** Contents that are deleted but can still be taken back (`videos.delete_at`). To be called inside a transaction. */
import { notFound } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { FileStore } from './file-store.ts';

/** Owner of an item: a user's own, or the platform's (null). */
type Owner = number | null;

/** Use of an account before a deletion: contents, and bytes that were left (negative: over its quota). */
export interface UseBefore {
  count: number;
  freeBytes: number;
}

export function createDeletionStore(database: Database, clock: Clock, files: FileStore) {
  const statements = {
    mark: database.prepare<[{ id: number; owner: Owner; at: number; count: number | null; free: number | null }]>(`
      UPDATE videos SET delete_at = @at, delete_count = @count, delete_free_bytes = @free
      WHERE id = @id AND user_id IS @owner AND delete_at IS NULL`),
    find: database.prepare<
      [{ id: number; user: number; isManager: number; now: number }],
      UseBefore & { owner: Owner }
    >(`
      SELECT user_id AS owner, COALESCE(delete_count, 0) AS count, COALESCE(delete_free_bytes, 0) AS freeBytes FROM videos
      WHERE id = @id AND delete_at > @now AND (user_id = @user OR (user_id IS NULL AND @isManager))`),
    unmark: database.prepare<[number]>('UPDATE videos SET delete_at = NULL WHERE id = ?'),
    waiting: database.prepare<[], { id: number; dueAt: number }>(
      'SELECT id, delete_at AS dueAt FROM videos WHERE delete_at IS NOT NULL',
    ),
    name: database.prepare<[number], { name: string }>('SELECT name FROM videos WHERE id = ?'),
    findWaiting: database.prepare<[number], { owner: Owner; status: string }>(
      'SELECT user_id AS owner, processing_status AS status FROM videos WHERE id = ? AND delete_at IS NOT NULL',
    ),
  };

  return {
    /** Gone from lists and quotas, not yet from screens. `before`: of its owner, unless it is the platform's. Throws `not_found`. */
    mark(id: number, owner: Owner, before: UseBefore | undefined): void {
      const at = clock.now() + limits.undoMs;
      const { count = null, freeBytes: free = null } = before ?? {};
      if (statements.mark.run({ id, owner, at, count, free }).changes === 0) throw notFound('content');
      if (owner !== null) files.recountStorage(owner);
    },

    /** Returns a deletion that can be undone, with the use before. Throws `not_found` when it is late, or not theirs. */
    findOrThrow(
      id: number,
      { userId, isManager }: { userId: number; isManager: boolean },
    ): { owner: Owner; before: UseBefore } {
      const row = statements.find.get({ id, user: userId, isManager: Number(isManager), now: clock.now() });
      if (!row) throw notFound('content');
      const { owner, ...before } = row;
      return { owner, before };
    },

    /** The item is back. */
    unmark(id: number, owner: Owner): void {
      statements.unmark.run(id);
      if (owner !== null) files.recountStorage(owner);
    },

    /** Also of one that waits. */
    nameOf: (id: number): string | undefined => statements.name.get(id)?.name,

    /** Returns deletions that were waiting when the server stopped. */
    waiting: () => statements.waiting.all(),

    /** Undefined when it is gone or was taken back. */
    findWaiting(id: number): { owner: Owner; hasFailed: boolean } | undefined {
      const row = statements.findWaiting.get(id);
      return row && { owner: row.owner, hasFailed: row.status === 'failed' };
    },
  };
}
