/** Ready-made playlists: what screens ask for every few seconds is built once per change, not per poll. */
import type { Publish } from '../../contract/events.ts';
import type { PlayItem } from '../../contract/playlists.ts';
import type { Database } from '../../platform/storage/database.ts';
import { sha256Hex, type Random } from '../../platform/random.ts';
import type { ReadyStore } from './ready-store.ts';
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

/** Playlists kept ready; the one built longest ago makes room. */
const keptPlaylists = 1000;

export interface ReadyPlaylistsDeps {
  store: ReadyStore;
  random: Random;
  publish: Publish;
  database: Database;
}

export function createReadyPlaylists({ store, random, publish, database }: ReadyPlaylistsDeps) {
  const contents = new Map<number, Content>();
  /** Last item of the last cycle a viewer got, so that the next one does not begin with it. */
  const lastHandedOut = new Map<string, { playlistId: number; videoId: number }>();

  function contentOf(playlistId: number): Content | undefined {
    const kept = contents.get(playlistId);
    if (kept) return kept;
    const head = store.find(playlistId);
    if (!head) return undefined;
    const entries = store.entries(playlistId);
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
     * The items of one cycle (contract/README 4.3). `viewer` names who plays it: its next cycle does
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
      for (const userId of store.ownersOf(ids))
        publish(`user:${userId}`, { type: 'contentChanged', what: 'playlists' });
    },
  };
}
