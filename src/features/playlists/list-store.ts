/** Reads playlists as the API returns them. */
import { notFound } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Playlist } from '../../contract/playlists.ts';
import type { Database } from '../../platform/storage/database.ts';

/** Number of items that `list` reads between two yields, which takes 2 ms. */
const itemsPerRead = 5_000;
/** Number of items whose reading takes as long as reading one playlist without items. */
const itemsPerPlaylist = 100;

type PlaylistRow = Omit<Playlist, 'isRandom' | 'createdAt' | 'hours'> & { isRandom: number; createdAt: number };

/** `hoursOf` returns the times in which the playlist has something to show, as `Playlist.hours`. */
export function createPlaylistListStore(database: Database, hoursOf: (playlistId: number) => Playlist['hours']) {
  const selectPlaylist = `
    SELECT p.id, p.name, p.is_random AS isRandom, p.created_at AS createdAt, COUNT(v.id) AS itemCount,
      TOTAL(CASE WHEN v.processing_status = 'completed' THEN a.frequency *
        CASE v.media_type WHEN 'image' THEN COALESCE(v.display_duration, ${limits.defaultImageSeconds}) ELSE COALESCE(v.duration_ms, 0) / 1000.0 END END) AS durationS
    FROM playlists p
    LEFT JOIN video_playlist_assignments a ON a.playlist_id = p.id
    LEFT JOIN videos v ON v.id = a.video_id AND EXISTS (SELECT 1 FROM visible_videos s WHERE s.id = v.id AND s.viewer_id = p.user_id)`;

  const statements = {
    kept: database.prepare<[number], { id: number; name: string }>(
      'SELECT id, name FROM kept_playlists WHERE user_id = ? ORDER BY id',
    ),
    findKept: database.prepare<[number, number], PlaylistRow>(
      `${selectPlaylist} WHERE p.id = ? AND p.user_id = ? AND p.delete_at IS NULL GROUP BY p.id`,
    ),
    find: database.prepare<[number], PlaylistRow>(`${selectPlaylist} WHERE p.id = ? GROUP BY p.id`),
    firstItems: database.prepare<[number, number], { id: number }>(`
      SELECT a.video_id AS id FROM video_playlist_assignments a JOIN kept_playlists p ON p.id = a.playlist_id
      JOIN visible_videos v ON v.id = a.video_id AND v.viewer_id = p.user_id WHERE a.playlist_id = ? ORDER BY a.position, a.id LIMIT ?`),
  };

  const toPlaylist = (row: PlaylistRow): Playlist => ({ ...fromRow(row), hours: hoursOf(row.id) });

  return {
    /** Throws `not_found`. The caller must check access with `canView` first. */
    findOrThrow(playlistId: number): Playlist {
      const row = statements.find.get(playlistId);
      if (!row) throw notFound('playlist');
      return toPlaylist(row);
    },

    /** Returns a user's playlists, oldest first. Must run with `yieldBetween`, because 2,000 playlists take 100 ms. */
    *list(userId: number): Generator<void, Playlist[]> {
      const list: Playlist[] = [];
      let itemsRead = 0;
      for (const { id } of statements.kept.all(userId)) {
        const row = statements.findKept.get(id, userId);
        if (row) list.push(toPlaylist(row));
        itemsRead += itemsPerPlaylist + (row?.itemCount ?? 0);
        if (itemsRead < itemsPerRead) continue;
        itemsRead = 0;
        yield;
      }
      return list;
    },

    /** Returns the names of a user's playlists. */
    namesOf: (userId: number): string[] => statements.kept.all(userId).map(({ name }) => name),

    /** Returns the ids of the first items that the owner may see, in order. */
    firstItems: (playlistId: number, limit: number): number[] =>
      statements.firstItems.all(playlistId, limit).map(({ id }) => id),
  };
}

const fromRow = (row: PlaylistRow): Omit<Playlist, 'hours'> => ({
  ...row,
  isRandom: row.isRandom === 1,
  createdAt: new Date(row.createdAt).toISOString(),
  durationS: Math.round(row.durationS * 1000) / 1000,
});
