/** Caches playlists with their items, which are read once per change instead of once per poll. */
import type { Publish } from '../../contract/events.ts';
import type { PlayItem, Playlist } from '../../contract/playlists.ts';
import { horizonMs, itemAt, type ZoneOffsets } from '../../contract/programme/programme.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { sha256Hex, type Random } from '../../platform/random.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import type { PlayableItemStore } from './playable-item-store.ts';
import { inOrder, shuffled, type Entry } from './rules.ts';

/** Summary of a playlist for the screens that play it. */
export interface PlaylistSummary {
  id: number;
  name: string;
  isRandom: boolean;
  /** Changes when the items (with order, frequency, bytes or hours), the mode or the name change. */
  revision: string;
}

interface CachedPlaylist {
  head: Omit<PlaylistSummary, 'revision'>;
  /** All items, including those that are not shown now; `revision` covers all of them. */
  all: Entry<PlayItem>[];
  revision: string;
  /** As in `Playlist`. */
  hours: Playlist['hours'];
  shown: ShownItems;
}

/** The items that are shown at present; all items if none has hours. */
interface ShownItems {
  summary: PlaylistSummary;
  entries: Entry<PlayItem>[];
  /** Valid from and until, in milliseconds since 1970; Infinity if no item has hours. */
  fromMs: number;
  untilMs: number;
  offsets: ZoneOffsets | undefined;
}

/** Maximum number of cached playlists; the oldest one is dropped for a new one. */
const maxPlaylists = 1000;

export interface PlaylistCacheDeps {
  store: PlayableItemStore;
  random: Random;
  timeZones: Pick<TimeZones, 'offsets'>;
  clock: Clock;
  publish: Publish;
  database: Database;
}

export function createPlaylistCache({ store, random, timeZones, clock, publish, database }: PlaylistCacheDeps) {
  const cachedPlaylists = new Map<number, CachedPlaylist>();
  const wasChangedElsewhere = database.foreignChanges();
  let generation = 0;
  /** The last item of each viewer's last cycle, so that the next cycle does not begin with it. */
  const lastItems = new Map<string, { playlistId: number; videoId: number }>();

  /** Returns a playlist from the cache or the store; undefined when it does not exist. */
  function find(playlistId: number): CachedPlaylist | undefined {
    if (wasChangedElsewhere()) drop([...cachedPlaylists.keys()]);
    const cached = cachedPlaylists.get(playlistId);
    if (cached) {
      if (cached.shown.untilMs !== Infinity) cached.shown = shownOf(cached, cached.shown);
      return cached;
    }
    const head = store.find(playlistId);
    if (!head) return undefined;
    const all = store.entries(playlistId);
    const withAllItems = { head, all, revision: revisionOf(head, all), hours: hoursOf(all) };
    const playlist = { ...withAllItems, shown: shownOf(withAllItems) };
    // Do not cache inside a transaction: its changes may be rolled back.
    if (!database.connection.inTransaction) {
      if (cachedPlaylists.size >= maxPlaylists) cachedPlaylists.delete(cachedPlaylists.keys().next().value as number);
      cachedPlaylists.set(playlistId, playlist);
    }
    return playlist;
  }

  /** Returns the items that are shown now; returns `last` while it is valid. */
  function shownOf({ head, all, revision }: Omit<CachedPlaylist, 'shown'>, last?: ShownItems): ShownItems {
    if (all.every(({ item }) => !item.hours))
      return { summary: { ...head, revision }, entries: all, fromMs: 0, untilMs: Infinity, offsets: undefined };
    const now = clock.now();
    const offsets = timeZones.offsets(store.zoneOf(head.id));
    if (last && last.offsets === offsets && now >= last.fromMs && now < last.untilMs) return last;
    let untilMs = now + horizonMs;
    const entries = all.filter(({ item: { hours } }) => {
      if (!hours) return true;
      const found = itemAt(hours, offsets, now);
      untilMs = Math.min(untilMs, found.untilMs);
      return found.isShown;
    });
    return { summary: { ...head, revision: revisionOf(head, entries) }, entries, fromMs: now, untilMs, offsets };
  }

  function drop(ids: readonly number[]): void {
    generation += 1;
    for (const id of ids) cachedPlaylists.delete(id);
  }

  return {
    /** Returns undefined when the playlist does not exist. */
    summary(playlistId: number): PlaylistSummary | undefined {
      return find(playlistId)?.shown.summary;
    },

    /**
     * Returns the hours of the items that screens may show; null if some item is always shown, [] if there is no item. Does not
     * read the items of most playlists, because lists of playlists call this for each of them.
     */
    hoursOf(playlistId: number): Playlist['hours'] {
      if (!cachedPlaylists.has(playlistId) && store.hasAlwaysShown(playlistId)) return null;
      const playlist = find(playlistId);
      return playlist ? playlist.hours : [];
    },

    /** Returns the end of the summary's validity in milliseconds since 1970; Infinity if no item has hours. */
    shownUntil: (playlistId: number): number => find(playlistId)?.shown.untilMs ?? Infinity,

    /** Returns the summary's revision; '' when the playlist does not exist. */
    revision(playlistId: number): string {
      return find(playlistId)?.shown.summary.revision ?? '';
    },

    /** Returns the summary for a client that applies the items' hours itself: its revision covers all items. Undefined when the playlist does not exist. */
    fullSummary(playlistId: number): PlaylistSummary | undefined {
      const playlist = find(playlistId);
      return playlist && { ...playlist.head, revision: playlist.revision };
    },

    /** Returns a number that grows with each change of any playlist. */
    generation: (): number => generation,

    /**
     * Returns the items of one cycle (contract/README 4.3); with `includesHidden` also those that are not shown now.
     * `viewer` identifies a screen or user: if possible, the viewer's next cycle does not begin with the last item of this cycle.
     */
    cycle(
      playlistId: number,
      { viewer, includesHidden = false }: { viewer?: string; includesHidden?: boolean } = {},
    ): PlayItem[] {
      const playlist = find(playlistId);
      if (!playlist) return [];
      const entries = includesHidden ? playlist.all : playlist.shown.entries;
      if (!playlist.head.isRandom) return inOrder(entries);
      const last = viewer === undefined ? undefined : lastItems.get(viewer);
      const previous =
        last?.playlistId === playlistId ? entries.find(({ item }) => item.id === last.videoId)?.item : undefined;
      const items = shuffled(entries, random, previous);
      const lastItem = items.at(-1);
      if (viewer !== undefined && lastItem) lastItems.set(viewer, { playlistId, videoId: lastItem.id });
      return items;
    },

    /**
     * Must be called in the transaction that changes these playlists' items. Drops the cached playlists, and publishes
     * `playlist_update` to each playlist and `contentChanged` to each owner after the commit.
     */
    invalidate(ids: readonly number[]): void {
      if (ids.length === 0) return;
      drop(ids);
      database.afterCommit(() => drop(ids));
      for (const playlistId of ids) publish(`playlist:${playlistId}`, { type: 'playlist_update', playlistId });
      for (const userId of store.ownersOf(ids))
        publish(`user:${userId}`, { type: 'contentChanged', what: 'playlists' });
    },
  };
}

/** Returns the hours of all items; null if some item is always shown. */
function hoursOf(entries: readonly Entry<PlayItem>[]): Playlist['hours'] {
  const hours = entries.flatMap(({ item }) => item.hours ?? []);
  return hours.length < entries.length ? null : hours;
}

const revisionOf = (head: CachedPlaylist['head'], entries: readonly Entry<PlayItem>[]): string =>
  sha256Hex(JSON.stringify([head, entries])).slice(0, 16);
