/** Playlists that are deleted but can still be taken back (`playlists.delete_at`). */
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
    name: database.prepare<[number], { name: string }>('SELECT name FROM playlists WHERE id = ?'),
    owner: database.prepare<[number], { user_id: number }>(
      'SELECT user_id FROM playlists WHERE id = ? AND delete_at IS NOT NULL',
    ),
  };

  return {
    /** Hides a playlist from lists and quotas, not yet from screens. `purgeAt` in ms; `count`: how many the user had. False unless it is the user's. */
    mark: (playlistId: number, userId: number, { purgeAt, count }: { purgeAt: number; count: number }): boolean =>
      statements.mark.run(purgeAt, count, playlistId, userId).changes > 0,

    /**
     * Returns how many playlists the user had before the deletion; undefined after its time, and unless it is the
     * user's.
     */
    findCountBefore: (playlistId: number, userId: number, now: number): number | undefined =>
      statements.find.get(playlistId, userId, now)?.delete_count,

    unmark: (playlistId: number, userId: number): void => void statements.unmark.run(playlistId, userId),

    /** Returns the name, also of a deleted playlist. */
    nameOf: (playlistId: number): string | undefined => statements.name.get(playlistId)?.name,

    /** Returns deletions that were waiting when the server stopped. */
    waiting: () => statements.waiting.all(),

    /** Undefined when it is gone or was taken back. */
    ownerOfWaiting: (playlistId: number): number | undefined => statements.owner.get(playlistId)?.user_id,
  };
}
