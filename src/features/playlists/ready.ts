/** Prepared playlists, built once per change and not per poll. */
import type { Publish } from '../../contract/events.ts';
import type { PlayItem } from '../../contract/playlists.ts';
import { horizonMs, itemAt, type ZoneOffsets } from '../../contract/programme/programme.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { sha256Hex, type Random } from '../../platform/random.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import type { ReadyStore } from './ready-store.ts';
import { inOrder, shuffled, type Entry } from './rules.ts';

/** Summary of a playlist for the screens that play it. */
export interface PlaylistSummary {
  id: number;
  name: string;
  isRandom: boolean;
  /** Changes with the items (which, how often, in which order, their bytes and times), the mode and the name. */
  revision: string;
}

interface Content {
  head: Omit<PlaylistSummary, 'revision'>;
  /** All items, and what changes with any of them. */
  all: Entry<PlayItem>[];
  revision: string;
  shown: Shown;
}

/** The items that are shown at present: all items, unless some have hours. */
interface Shown {
  summary: PlaylistSummary;
  entries: Entry<PlayItem>[];
  /** Milliseconds since 1970; Infinity without hours. */
  fromMs: number;
  untilMs: number;
  offsets: ZoneOffsets | undefined;
}

/** Playlists kept ready; the one built longest ago makes room. */
const keptPlaylists = 1000;

export interface ReadyPlaylistsDeps {
  store: ReadyStore;
  random: Random;
  timeZones: Pick<TimeZones, 'offsets'>;
  clock: Clock;
  publish: Publish;
  database: Database;
}

export function createReadyPlaylists({ store, random, timeZones, clock, publish, database }: ReadyPlaylistsDeps) {
  const contents = new Map<number, Content>();
  let generation = 0;
  /** Last item of the last cycle a viewer got, so that the next one does not begin with it. */
  const lastHandedOut = new Map<string, { playlistId: number; videoId: number }>();

  function contentOf(playlistId: number): Content | undefined {
    const kept = contents.get(playlistId);
    if (kept) {
      if (kept.shown.untilMs !== Infinity) kept.shown = shownOf(kept, kept.shown);
      return kept;
    }
    const head = store.find(playlistId);
    if (!head) return undefined;
    const all = store.entries(playlistId);
    const whole = { head, all, revision: revisionOf(head, all) };
    const content = { ...whole, shown: shownOf(whole) };
    // What is read inside a transaction may still be rolled back.
    if (!database.connection.inTransaction) {
      if (contents.size >= keptPlaylists) contents.delete(contents.keys().next().value as number);
      contents.set(playlistId, content);
    }
    return content;
  }

  /** `last`: what was found before, as long as it holds. */
  function shownOf({ head, all, revision }: Omit<Content, 'shown'>, last?: Shown): Shown {
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
    for (const id of ids) contents.delete(id);
  }

  return {
    /** Name, mode and revision; undefined when the playlist is gone. */
    summary(playlistId: number): PlaylistSummary | undefined {
      return contentOf(playlistId)?.shown.summary;
    },

    /** True if any item may be shown now. */
    hasShown: (playlistId: number): boolean => (contentOf(playlistId)?.shown.entries.length ?? 0) > 0,

    /** Returns until when the summary stays the same, in milliseconds since 1970; Infinity without hours. */
    shownUntil: (playlistId: number): number => contentOf(playlistId)?.shown.untilMs ?? Infinity,

    /** The summary's revision; the empty string when the playlist is gone. */
    revision(playlistId: number): string {
      return contentOf(playlistId)?.shown.summary.revision ?? '';
    },

    /** Returns the summary for a client that applies the items' hours itself: its revision covers all items. Undefined when it is gone. */
    wholeSummary(playlistId: number): PlaylistSummary | undefined {
      const content = contentOf(playlistId);
      return content && { ...content.head, revision: content.revision };
    },

    /** Returns a number that differs after each change of any playlist. */
    generation: (): number => generation,

    /**
     * The items of one cycle (contract/README 4.3), with `isWhole` also those that are not shown now. `viewer` names who
     * plays it: its next cycle does not begin with the item its last one ended with, where that is possible.
     */
    cycle(playlistId: number, { viewer, isWhole = false }: { viewer?: string; isWhole?: boolean } = {}): PlayItem[] {
      const content = contentOf(playlistId);
      if (!content) return [];
      const entries = isWhole ? content.all : content.shown.entries;
      if (!content.head.isRandom) return inOrder(entries);
      const last = viewer === undefined ? undefined : lastHandedOut.get(viewer);
      const previous =
        last?.playlistId === playlistId ? entries.find(({ item }) => item.id === last.videoId)?.item : undefined;
      const items = shuffled(entries, random, previous);
      const end = items.at(-1);
      if (viewer !== undefined && end) lastHandedOut.set(viewer, { playlistId, videoId: end.id });
      return items;
    },

    /**
     * Must be called in the transaction that changes what these playlists show: drops the prepared responses and, after
     * the commit, publishes `playlist_update` to each playlist and `contentChanged` to each owner.
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

const revisionOf = (head: Content['head'], entries: readonly Entry<PlayItem>[]): string =>
  sha256Hex(JSON.stringify([head, entries])).slice(0, 16);
