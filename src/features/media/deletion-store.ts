/** Contents that are deleted but can still be taken back (`videos.delete_at`). To be called inside a transaction. */
import { notFound } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { FileStore } from './file-store.ts';

/** Whose: a user's own, or the platform's (null). */
type Owner = number | null;

interface DeletedRow {
  user_id: number | null;
  size_bytes: number;
  delete_at: number;
  counts: number;
}

export function createDeletionStore(database: Database, clock: Clock, files: FileStore) {
  const statements = {
    mark: database.prepare<[{ id: number; owner: Owner; at: number }]>(
      'UPDATE videos SET delete_at = @at WHERE id = @id AND user_id IS @owner AND delete_at IS NULL',
    ),
    find: database.prepare<[{ id: number; user: number; isManager: number; now: number }], DeletedRow>(`
      SELECT user_id, size_bytes, delete_at, NOT (processing_status = 'failed' AND original_r2_path IS NULL) AS counts FROM videos
      WHERE id = @id AND delete_at > @now AND (user_id = @user OR (user_id IS NULL AND @isManager))`),
    unmark: database.prepare<[number]>('UPDATE videos SET delete_at = NULL WHERE id = ?'),
    hasNewer: database.prepare<[{ user: number; since: number }]>(`
      SELECT 1 WHERE EXISTS (SELECT 1 FROM videos WHERE user_id = @user AND uploaded_at > @since)
        OR EXISTS (SELECT 1 FROM uploads WHERE user_id = @user AND is_platform = 0 AND created_at > @since)`),
    waiting: database.prepare<[], { id: number; dueAt: number }>(
      'SELECT id, delete_at AS dueAt FROM videos WHERE delete_at IS NOT NULL',
    ),
    owner: database.prepare<[number], { user_id: number | null; processing_status: string }>(
      'SELECT user_id, processing_status FROM videos WHERE id = ? AND delete_at IS NOT NULL',
    ),
  };

  return {
    /** Gone from lists and quotas, not yet from screens. Throws `not_found`. */
    mark(id: number, owner: Owner): void {
      const at = clock.now() + limits.undoMs;
      if (statements.mark.run({ id, owner, at }).changes === 0) throw notFound('content');
      if (owner !== null) files.recountStorage(owner);
    },

    /**
     * What can still be taken back, and whether something else may have taken its room meanwhile. Throws `not_found` after
     * its time, and unless it is the user's own, or the platform's and the user a manager.
     */
    findOrThrow(id: number, { userId, isManager }: { userId: number; isManager: boolean }) {
      const row = statements.find.get({ id, user: userId, isManager: Number(isManager), now: clock.now() });
      if (!row) throw notFound('content');
      const { user_id: owner, size_bytes: sizeBytes } = row;
      const since = row.delete_at - limits.undoMs;
      const isRoomUsed =
        owner !== null && row.counts === 1 && statements.hasNewer.get({ user: owner, since }) !== undefined;
      return { owner, sizeBytes, isRoomUsed };
    },

    /** The item is back. */
    unmark(id: number, owner: Owner): void {
      statements.unmark.run(id);
      if (owner !== null) files.recountStorage(owner);
    },

    /** What a stop left waiting. */
    waiting: () => statements.waiting.all(),

    /** Undefined when it is gone or was taken back. */
    findWaiting(id: number): { owner: Owner; hasFailed: boolean } | undefined {
      const row = statements.owner.get(id);
      return row && { owner: row.user_id, hasFailed: row.processing_status === 'failed' };
    },
  };
}
