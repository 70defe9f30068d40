/** Deleted contents that can still be restored (`videos.delete_at`). Call its functions inside a transaction. */
import { notFound } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { FileStore } from './file-store.ts';

/** User id of an item's owner; null for a platform item. */
type Owner = number | null;

/** Usage of an account before a deletion: number of contents, and free bytes (negative: over its quota). */
export interface UsageBefore {
  count: number;
  freeBytes: number;
}

export function createDeletionStore(database: Database, clock: Clock, files: FileStore) {
  const statements = {
    mark: database.prepare<
      [{ id: number; owner: Owner; isTrack: number; at: number; count: number | null; free: number | null }]
    >(`
      UPDATE videos SET delete_at = @at, delete_count = @count, delete_free_bytes = @free
      WHERE id = @id AND user_id IS @owner AND (soundtrack_id IS NOT NULL) = @isTrack AND delete_at IS NULL`),
    find: database.prepare<
      [{ id: number; user: number; isManager: number; isTrack: number; now: number }],
      UsageBefore & { owner: Owner }
    >(`
      SELECT user_id AS owner, COALESCE(delete_count, 0) AS count, COALESCE(delete_free_bytes, 0) AS freeBytes FROM videos
      WHERE id = @id AND delete_at > @now AND (soundtrack_id IS NOT NULL) = @isTrack AND (user_id = @user OR (user_id IS NULL AND @isManager))`),
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
    /** Removes an item from lists and quotas, not yet from screens. `before`: its owner's usage. Throws `not_found`. */
    mark(id: number, owner: Owner, before: UsageBefore | undefined, isTrack: boolean): void {
      const at = clock.now() + limits.undoMs;
      const { count = null, freeBytes: free = null } = before ?? {};
      if (statements.mark.run({ id, owner, isTrack: Number(isTrack), at, count, free }).changes === 0)
        throw notFound('content');
      if (owner !== null) files.recountStorage(owner);
    },

    /** As `mark`, for several items; returns the ids of those that existed. */
    markMany(ids: readonly number[], owner: number, { count, freeBytes: free }: UsageBefore): number[] {
      const at = clock.now() + limits.undoMs;
      const marked = ids.filter((id) => statements.mark.run({ id, owner, isTrack: 0, at, count, free }).changes > 0);
      files.recountStorage(owner);
      return marked;
    },

    /** Returns a deletion with the usage before it. Throws `not_found` when it is too late, or the user may not undo it. */
    findOrThrow(
      id: number,
      { userId, isManager, isTrack }: { userId: number; isManager: boolean; isTrack: boolean },
    ): { owner: Owner; before: UsageBefore } {
      const flags = { isManager: Number(isManager), isTrack: Number(isTrack) };
      const row = statements.find.get({ id, user: userId, ...flags, now: clock.now() });
      if (!row) throw notFound('content');
      const { owner, ...before } = row;
      return { owner, before };
    },

    unmark(id: number, owner: Owner): void {
      statements.unmark.run(id);
      if (owner !== null) files.recountStorage(owner);
    },

    /** As `findOrThrow` and `unmark`, for several items of one owner; returns the ids of those that could be restored, and the usage before. */
    unmarkMany(ids: readonly number[], owner: number): { restored: number[]; before: UsageBefore | undefined } {
      let before: UsageBefore | undefined;
      const restored = ids.filter((id) => {
        const row = statements.find.get({ id, user: owner, isManager: 0, isTrack: 0, now: clock.now() });
        before = before && row && before.count > row.count ? before : (row ?? before);
        return row !== undefined && statements.unmark.run(id).changes > 0;
      });
      files.recountStorage(owner);
      return { restored, before };
    },

    /** Returns an item's name, also while its deletion is pending. */
    nameOf: (id: number): string | undefined => statements.name.get(id)?.name,

    /** Returns pending deletions, `dueAt` in milliseconds since 1970. */
    waiting: () => statements.waiting.all(),

    /** Returns a pending deletion, or undefined when the item was deleted or restored. */
    findWaiting(id: number): { owner: Owner; hasFailed: boolean } | undefined {
      const row = statements.findWaiting.get(id);
      return row && { owner: row.owner, hasFailed: row.status === 'failed' };
    },
  };
}
