/** What ready-made playlists are built from: the items that the owner's screens may show now, finished ones only. */
import type { PlayItem } from '../../contract/playlists.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Entry } from './rules.ts';

interface ItemRow {
  frequency: number;
  id: number;
  name: string;
  media_type: 'image' | 'video';
  display_duration: number | null;
  duration_ms: number | null;
  use_ambient_background: number;
  width: number | null;
  height: number | null;
  sha256: string;
  size_bytes: number;
}

export type ReadyStore = ReturnType<typeof createReadyStore>;

export function createReadyStore(database: Database) {
  const findPlaylist = database.prepare<[number], { id: number; name: string; is_random: number }>(
    'SELECT id, name, is_random FROM playlists WHERE id = ?',
  );
  const listItems = database.prepare<[number], ItemRow>(`
    SELECT a.frequency, v.id, v.name, v.media_type, v.display_duration, v.duration_ms, v.use_ambient_background, v.width, v.height, m.sha256, m.size_bytes
    FROM video_playlist_assignments a
    JOIN playlists p ON p.id = a.playlist_id
    JOIN playable_videos v ON v.id = a.video_id AND v.viewer_id = p.user_id
    JOIN video_files f ON f.video_id = v.id AND f.kind = 'main'
    JOIN media_files m ON m.sha256 = f.sha256
    WHERE a.playlist_id = ? AND v.processing_status = 'completed'
    ORDER BY a.position, a.id`);
  const listOwners = database.prepare<[string], { user_id: number }>(
    'SELECT DISTINCT user_id FROM playlists WHERE id IN (SELECT value FROM json_each(?))',
  );

  return {
    /** Undefined when the playlist is gone. */
    find(playlistId: number): { id: number; name: string; isRandom: boolean } | undefined {
      const row = findPlaylist.get(playlistId);
      return row && { id: row.id, name: row.name, isRandom: row.is_random === 1 };
    },

    /** In the order of the playlist. */
    entries: (playlistId: number): Entry<PlayItem>[] =>
      listItems.all(playlistId).map((row) => ({ item: toPlayItem(row), frequency: row.frequency })),

    /** Each owner of these playlists once. */
    ownersOf: (playlistIds: readonly number[]): number[] =>
      listOwners.all(JSON.stringify(playlistIds)).map((row) => row.user_id),
  };
}

function toPlayItem(row: ItemRow): PlayItem {
  return {
    id: row.id,
    name: row.name,
    mediaType: row.media_type,
    displayDuration: row.media_type === 'image' ? row.display_duration : null,
    durationS: row.duration_ms === null ? null : row.duration_ms / 1000,
    useAmbientBackground: row.use_ambient_background === 1,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    width: row.width,
    height: row.height,
  };
}
