/** Playlists that are deleted but can still be taken back (`playlists.delete_at`). */
import { limits } from '../../contract/limits.ts';
import type { Database } from '../../platform/storage/database.ts';

export function createPlaylistDeletionStore(database: Database) {
  const statements = {
    mark: database.prepare<[number, number, number]>(
      'UPDATE playlists SET delete_at = ? WHERE id = ? AND user_id = ? AND delete_at IS NULL',
    ),
    find: database.prepare<[number, number, number], { delete_at: number }>(
      'SELECT delete_at FROM playlists WHERE id = ? AND user_id = ? AND delete_at > ?',
    ),
    unmark: database.prepare<[number]>('UPDATE playlists SET delete_at = NULL WHERE id = ?'),
    hasNewer: database.prepare<[number, number]>(
      'SELECT 1 FROM kept_playlists WHERE user_id = ? AND created_at > ? LIMIT 1',
    ),
    waiting: database.prepare<[], { id: number; dueAt: number }>(
      'SELECT id, delete_at AS dueAt FROM playlists WHERE delete_at IS NOT NULL',
    ),
    owner: database.prepare<[number], { user_id: number }>(
      'SELECT user_id FROM playlists WHERE id = ? AND delete_at IS NOT NULL',
    ),
  };

  return {
    /** Gone from lists and quotas, not yet from screens, until `purgeAt` (ms). False when it is not the user's, or gone. */
    mark: (playlistId: number, userId: number, purgeAt: number): boolean =>
      statements.mark.run(purgeAt, playlistId, userId).changes > 0,

    /** When it was deleted, ms; undefined after its time, and unless it is the user's. */
    findDeletedAt(playlistId: number, userId: number, now: number): number | undefined {
      const row = statements.find.get(playlistId, userId, now);
      return row && row.delete_at - limits.undoMs;
    },

    unmark: (playlistId: number): void => void statements.unmark.run(playlistId),

    /** The user has made another one since. */
    hasNewer: (userId: number, since: number): boolean => statements.hasNewer.get(userId, since) !== undefined,

    /** What a stop left waiting. */
    waiting: () => statements.waiting.all(),

    /** Undefined when it is gone or was taken back. */
    ownerOfWaiting: (playlistId: number): number | undefined => statements.owner.get(playlistId)?.user_id,
  };
}
