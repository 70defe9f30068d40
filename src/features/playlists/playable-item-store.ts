/** Reads the items that a playlist's screens may show: finished items that the owner has access to. */
import type { PlayItem } from '../../contract/playlists.ts';
import type { Purpose } from '../../contract/media.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { ClinicStore } from '../clinic/store.ts';
import { windowsFrom, windowsOf } from './window-store.ts';
import type { Entry } from './rules.ts';

interface ItemRow {
  owner: number;
  purpose: Purpose;
  frequency: number;
  id: number;
  name: string;
  media_type: 'image' | 'video';
  display_duration: number | null;
  duration_ms: number | null;
  use_ambient_background: number;
  fit: NonNullable<PlayItem['fit']>;
  loudness: number | null;
  width: number | null;
  height: number | null;
  sha256: string;
  size_bytes: number;
  valid_from: string | null;
  valid_until: string | null;
  /** JSON of `windowsOf`; null for no hours. */
  windows: string | null;
}

export type PlayableItemStore = ReturnType<typeof createPlayableItemStore>;

/** SQL after FROM: the finished items of a playlist that its owner has access to, and their files. */
const playable = `video_playlist_assignments a
    JOIN playlists p ON p.id = a.playlist_id
    JOIN playable_videos v ON v.id = a.video_id AND v.viewer_id = p.user_id
    JOIN video_files f ON f.video_id = v.id AND f.kind = 'main'
    JOIN media_files m ON m.sha256 = f.sha256
    WHERE a.playlist_id = ? AND v.processing_status = 'completed'`;

export function createPlayableItemStore(database: Database, clinic: Pick<ClinicStore, 'identificationLineOf'>) {
  const findPlaylist = database.prepare<[number], { id: number; name: string; is_random: number }>(
    'SELECT id, name, is_random FROM playlists WHERE id = ?',
  );
  const listItems = database.prepare<[number], ItemRow>(`
    SELECT p.user_id AS owner, v.purpose, a.frequency, v.id, v.name, v.media_type, v.display_duration, v.duration_ms, v.use_ambient_background, v.fit, v.loudness, v.width, v.height, m.sha256, m.size_bytes,
      v.valid_from, v.valid_until, ${windowsOf('a')} AS windows
    FROM ${playable} ORDER BY a.position, a.id`);
  const alwaysShown = database.prepare<[number]>(`
    SELECT 1 FROM ${playable} AND v.valid_from IS NULL AND v.valid_until IS NULL
      AND NOT EXISTS (SELECT 1 FROM assignment_windows WHERE assignment_id = a.id) LIMIT 1`);
  const zone = database.prepare<[number], { time_zone: string | null }>(
    'SELECT u.time_zone FROM playlists p JOIN users u ON u.id = p.user_id WHERE p.id = ?',
  );
  const listOwners = database.prepare<[string], { user_id: number }>(
    'SELECT DISTINCT user_id FROM playlists WHERE id IN (SELECT value FROM json_each(?))',
  );

  return {
    /** Returns undefined when the playlist does not exist. */
    find(playlistId: number): { id: number; name: string; isRandom: boolean } | undefined {
      const row = findPlaylist.get(playlistId);
      return row && { id: row.id, name: row.name, isRandom: row.is_random === 1 };
    },

    /** Returns the time zone that the playlist's owner chose; null for the server's. */
    zoneOf: (playlistId: number): string | null => zone.get(playlistId)?.time_zone ?? null,

    /** Returns the items in the playlist's order, including those whose hours exclude the current time. */
    entries(playlistId: number): Entry<PlayItem>[] {
      const rows = listItems.all(playlistId);
      const advertising = rows.find(({ purpose }) => purpose === 'advertising');
      const line = advertising ? clinic.identificationLineOf(advertising.owner) : '';
      return rows.map((row) => ({ item: toPlayItem(row, line), frequency: row.frequency }));
    },

    /** True if some item has no hours. Stops reading at the first such item. */
    hasAlwaysShown: (playlistId: number): boolean => alwaysShown.get(playlistId) !== undefined,

    /** Returns the distinct owners of the playlists. */
    ownersOf: (playlistIds: readonly number[]): number[] =>
      listOwners.all(JSON.stringify(playlistIds)).map((row) => row.user_id),
  };
}

function toPlayItem(row: ItemRow, identificationLine: string): PlayItem {
  const windows = row.windows === null ? [] : windowsFrom(row.windows);
  const hasHours = row.valid_from !== null || row.valid_until !== null || windows.length > 0;
  return {
    id: row.id,
    name: row.name,
    mediaType: row.media_type,
    displayDuration: row.media_type === 'image' ? row.display_duration : null,
    durationS: row.duration_ms === null ? null : row.duration_ms / 1000,
    useAmbientBackground: row.use_ambient_background === 1,
    ...(row.fit === 'contain' ? {} : { fit: row.fit }),
    ...(row.loudness === null ? {} : { loudness: row.loudness }),
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    width: row.width,
    height: row.height,
    ...(hasHours ? { hours: { validFrom: row.valid_from, validUntil: row.valid_until, windows } } : {}),
    ...(row.purpose === 'advertising' && identificationLine ? { identification: identificationLine } : {}),
  };
}
