/** Ready-made playlists: what screens ask for every few seconds is built once per change, not per poll. */
import type { Publish } from '../../contract/events.ts';
import type { PlayItem } from '../../contract/playlists.ts';
import type { Database } from '../../platform/storage/database.ts';
import { sha256Hex, type Random } from '../../platform/random.ts';
import { inOrder, shuffled, type Entry } from './rules.ts';

/** What a screen is told about the playlist it plays. */
export interface PlaylistSummary {
  id: number;
  name: string;
  isRandom: boolean;
  /** Changes with the items (which, how often, in which order, their bytes and times), the mode and the name. */
  revision: string;
}

interface Content {
  summary: PlaylistSummary;
  entries: Entry<PlayItem>[];
}

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

/** Playlists kept ready; the one built longest ago makes room. */
const keptPlaylists = 1000;

export function createReadyPlaylists(database: Database, { random, publish }: { random: Random; publish: Publish }) {
  const findPlaylist = database.prepare<[number], { id: number; name: string; is_random: number }>(
    'SELECT id, name, is_random FROM playlists WHERE id = ?',
  );
  const listItems = database.prepare<[number], ItemRow>(`
    SELECT a.frequency, v.id, v.name, v.media_type, v.display_duration, v.duration_ms, v.use_ambient_background, v.width, v.height, m.sha256, m.size_bytes
    FROM video_playlist_assignments a
    JOIN playlists p ON p.id = a.playlist_id
    JOIN visible_videos v ON v.id = a.video_id AND v.viewer_id = p.user_id
    JOIN video_files f ON f.video_id = v.id AND f.kind = 'main'
    JOIN media_files m ON m.sha256 = f.sha256
    WHERE a.playlist_id = ? AND v.processing_status = 'completed'
    ORDER BY a.position, a.id`);
  const listOwners = database.prepare<[string], { user_id: number }>(
    'SELECT DISTINCT user_id FROM playlists WHERE id IN (SELECT value FROM json_each(?))',
  );

  const contents = new Map<number, Content>();
  /** Last item of the last cycle a viewer got, so that the next one does not begin with it. */
  const lastHandedOut = new Map<string, { playlistId: number; videoId: number }>();

  function contentOf(playlistId: number): Content | undefined {
    const kept = contents.get(playlistId);
    if (kept) return kept;
    const row = findPlaylist.get(playlistId);
    if (!row) return undefined;
    const entries = listItems.all(playlistId).map((item) => ({ item: toPlayItem(item), frequency: item.frequency }));
    const head = { id: row.id, name: row.name, isRandom: row.is_random === 1 };
    const content = {
      summary: { ...head, revision: sha256Hex(JSON.stringify([head, entries])).slice(0, 16) },
      entries,
    };
    // What is read inside a transaction may still be rolled back.
    if (!database.connection.inTransaction) {
      if (contents.size >= keptPlaylists) contents.delete(contents.keys().next().value as number);
      contents.set(playlistId, content);
    }
    return content;
  }

  function drop(ids: readonly number[]): void {
    for (const id of ids) contents.delete(id);
  }

  return {
    /** Name, mode and revision; undefined when the playlist is gone. */
    summary(playlistId: number): PlaylistSummary | undefined {
      return contentOf(playlistId)?.summary;
    },

    /** The summary's revision; the empty string when the playlist is gone. */
    revision(playlistId: number): string {
      return contentOf(playlistId)?.summary.revision ?? '';
    },

    /**
     * The items of one cycle (DESIGN.md section 3, Playlists). `viewer` names who plays it: its next cycle does
     * not begin with the item its last one ended with, where that is possible.
     */
    cycle(playlistId: number, viewer?: string): PlayItem[] {
      const content = contentOf(playlistId);
      if (!content) return [];
      if (!content.summary.isRandom) return inOrder(content.entries);
      const last = viewer === undefined ? undefined : lastHandedOut.get(viewer);
      const previous =
        last?.playlistId === playlistId
          ? content.entries.find(({ item }) => item.id === last.videoId)?.item
          : undefined;
      const items = shuffled(content.entries, random, previous);
      const end = items.at(-1);
      if (viewer !== undefined && end) lastHandedOut.set(viewer, { playlistId, videoId: end.id });
      return items;
    },

    /**
     * To be called in the transaction that changes what these playlists show: drops the ready-made answers and,
     * after the commit, publishes `playlist_update` to each playlist and `contentChanged` to each owner.
     */
    changed(ids: readonly number[]): void {
      if (ids.length === 0) return;
      drop(ids);
      database.afterCommit(() => drop(ids));
      for (const playlistId of ids) publish(`playlist:${playlistId}`, { type: 'playlist_update', playlistId });
      for (const owner of listOwners.all(JSON.stringify(ids)))
        publish(`user:${owner.user_id}`, { type: 'contentChanged', what: 'playlists' });
    },
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
