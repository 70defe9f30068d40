/** Stores deletions of contents that can still be undone (`videos.delete_at`). Call its functions inside a transaction. */
import type { Database } from '../../../platform/storage/database.ts';
import type { FileStore } from './file-store.ts';

/** User id of an item's owner; null for a platform item. */
type Owner = number | null;

/** Usage of an account before a deletion: number of contents, and free bytes (negative: over its quota). */
export interface UsageBefore {
  count: number;
  freeBytes: number;
}

/** The user who restores items: their owner, or a manager for platform items. */
export interface Restorer {
  userId: number;
  isManager: boolean;
  /** True if the user restores music files of soundtracks, and not contents. */
  isTrack: boolean;
}

interface RestoredItem extends UsageBefore {
  id: number;
  owner: Owner;
}

export function createDeletionStore(database: Database, files: FileStore) {
  const statements = {
    mark: database.prepare<
      [{ id: number; owner: Owner; isTrack: number; at: number; count: number | null; free: number | null }]
    >(`
      UPDATE videos SET delete_at = @at, delete_count = @count, delete_free_bytes = @free
      WHERE id = @id AND user_id IS @owner AND (soundtrack_id IS NOT NULL) = @isTrack AND delete_at IS NULL`),
    unmark: database.prepare<
      [{ id: number; user: number; isManager: number; isTrack: number; now: number }],
      RestoredItem
    >(`
      UPDATE videos SET delete_at = NULL
      WHERE id = @id AND delete_at > @now AND (soundtrack_id IS NOT NULL) = @isTrack AND (user_id = @user OR (user_id IS NULL AND @isManager))
      RETURNING id, user_id AS owner, COALESCE(delete_count, 0) AS count, COALESCE(delete_free_bytes, 0) AS freeBytes`),
    waiting: database.prepare<[], { id: number; dueAt: number }>(
      'SELECT id, delete_at AS dueAt FROM videos WHERE delete_at IS NOT NULL',
    ),
    find: database.prepare<[number], { owner: Owner; name: string; deleteAt: number | null; hasFailed: number }>(
      "SELECT user_id AS owner, name, delete_at AS deleteAt, processing_status = 'failed' AS hasFailed FROM videos WHERE id = ?",
    ),
  };

  function recount(owners: readonly Owner[]): void {
    for (const owner of new Set(owners)) if (owner !== null) files.recountStorage(owner);
  }

  return {
    /**
     * Removes items of one owner from lists and quotas, not yet from screens. `at`: ms since 1970 until which they can be restored;
     * `before`: the owner's usage. Returns the ids of those that existed.
     */
    mark(
      ids: readonly number[],
      owner: Owner,
      { at, before, isTrack }: { at: number; before: UsageBefore | undefined; isTrack: boolean },
    ): number[] {
      const values = {
        owner,
        isTrack: Number(isTrack),
        at,
        count: before?.count ?? null,
        free: before?.freeBytes ?? null,
      };
      const marked = ids.filter((id) => statements.mark.run({ id, ...values }).changes > 0);
      recount([owner]);
      return marked;
    },

    /** Restores the items that this user may restore and whose ten seconds had not ended at `now`. Returns them, with the usage before the deletion. */
    unmark(ids: readonly number[], { userId, ...restorer }: Restorer, now: number): RestoredItem[] {
      const values = { user: userId, isManager: Number(restorer.isManager), isTrack: Number(restorer.isTrack), now };
      const restored = ids.flatMap((id) => statements.unmark.get({ id, ...values }) ?? []);
      recount(restored.map(({ owner }) => owner));
      return restored;
    },

    /** Returns pending deletions, `dueAt` in milliseconds since 1970. */
    waiting: () => statements.waiting.all(),

    /** Returns an item, also while its deletion is pending: `deleteAt` is then its time in milliseconds since 1970. */
    find: (id: number) => statements.find.get(id),
  };
}
