/** Stores deletions of playlists that can still be undone (`playlists.delete_at`). */
import type { Database } from '../../platform/storage/database.ts';

export function createPlaylistDeletionStore(database: Database) {
  const statements = {
    mark: database.prepare<[number, number, number, number]>(
      'UPDATE playlists SET delete_at = ?, delete_count = ? WHERE id = ? AND user_id = ? AND delete_at IS NULL',
    ),
    find: database.prepare<[number, number, number], { delete_count: number }>(
      'SELECT delete_count FROM playlists WHERE id = ? AND user_id = ? AND delete_at > ?',
    ),
    unmark: database.prepare<[number, number]>('UPDATE playlists SET delete_at = NULL WHERE id = ? AND user_id = ?'),
    waiting: database.prepare<[], { id: number; dueAt: number }>(
      'SELECT id, delete_at AS dueAt FROM playlists WHERE delete_at IS NOT NULL',
    ),
    owner: database.prepare<[number], { user_id: number }>(
      'SELECT user_id FROM playlists WHERE id = ? AND delete_at IS NOT NULL',
    ),
  };

  return {
    /**
     * Hides a playlist from lists and quotas, not yet from screens. `purgeAt`: milliseconds since 1970; `count`: the user's
     * number of playlists before the deletion. Returns false for a foreign playlist, and for one that is deleted already.
     */
    mark: (playlistId: number, userId: number, { purgeAt, count }: { purgeAt: number; count: number }): boolean =>
      statements.mark.run(purgeAt, count, playlistId, userId).changes > 0,

    /** Returns the user's number of playlists before the deletion; undefined when the deletion is final or the playlist foreign. */
    findCountBefore: (playlistId: number, userId: number, now: number): number | undefined =>
      statements.find.get(playlistId, userId, now)?.delete_count,

    unmark: (playlistId: number, userId: number): void => void statements.unmark.run(playlistId, userId),

    /** Returns all deletions that can still be undone, with the time at which they become final. */
    waiting: () => statements.waiting.all(),

    /** Returns the owner of a deleted playlist; undefined when the playlist is purged or restored. */
    ownerOfDeleted: (playlistId: number): number | undefined => statements.owner.get(playlistId)?.user_id,
  };
}
