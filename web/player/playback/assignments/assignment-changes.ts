/**
 * Changes from one assignment to the next: decides which files the device stores and how the timeline continues
 * (web/player/README 4.2). When the playlist is replaced, the old one is held: it plays until the first item of the new
 * one is available.
 */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { MediaCache } from '../../media/cache.ts';
import type { Downloads } from '../../media/downloads.ts';
import type { Responses, Assignment } from '../../server/requests/responses.ts';
import type { CachedResponses } from '../../server/requests/cached-responses.ts';
import { createPlaybackStateStore } from './playback-state-store.ts';
import type { CurrentTurn, PreloadedPlaylist, TimelineEvent } from '../timeline/timeline-state.ts';

export interface AssignmentChangesOptions {
  cache: Pick<MediaCache, 'keep'>;
  downloads: Pick<Downloads, 'want' | 'refresh' | 'isDownloadPending'>;
  cachedResponses: CachedResponses;
  /** True if the item can be played at once. */
  isAvailable(item: PlayItem): boolean;
  /** Returns the turn on the screen. */
  current(): CurrentTurn | null;
  /** True if no loaded item could be opened, several times in a row. */
  hasFailedRepeatedly(): boolean;
  send(event: TimelineEvent): void;
  onError(message: string): void;
  isStopped(): boolean;
}

/** The playlist that the timeline plays. */
type LoadedPlaylist = Responses['held'];
/** How the clock caused a change of the playlist; empty if a person changed it. */
type Change = Pick<Assignment, 'byClock' | 'isExact'>;
type PlayableAssignment = Assignment & { playlist: NonNullable<Assignment['playlist']> };

/** Maximum number of held items that a poll asks about. Further items of a longer held playlist are not played. */
const heldLimit = 200;

export type AssignmentChanges = ReturnType<typeof createAssignmentChanges>;

export function createAssignmentChanges(options: AssignmentChangesOptions) {
  const { cache, downloads, cachedResponses, isAvailable, current, hasFailedRepeatedly, send, onError } = options;
  let assignment: Assignment | undefined;
  let loaded: LoadedPlaylist | undefined;
  /** The assigned playlist while its first item is not on the device. */
  let pending: PlayableAssignment | undefined;
  /** Index of the item with which a paused screen continues. */
  let pausedIndex = 0;
  const store = createPlaybackStateStore(cachedResponses);
  let applied = Promise.resolve();

  async function apply(next: Assignment): Promise<void> {
    const { position, held } = await store.take();
    if (options.isStopped()) return;
    assignment = next;
    const { status, playlist, items } = next;
    // Download an image first: it arrives long before a video, and fills the empty screen.
    const wanted = current() || items.some(isAvailable) ? items : firstPictureFirst(items);
    downloads.want(status === 'blocked' ? [] : distinct([...wanted, ...(next.later ?? [])]));
    if (!playlist || status !== 'active') {
      pausedIndex = playlist ? Math.max(0, current()?.index ?? pausedIndex) : 0;
      loaded = undefined;
      releaseHeld();
      // A blocked screen keeps its files, so that it can play at once when it is unblocked.
      if (status !== 'blocked') keepFiles();
      send({ type: 'stop' });
      return;
    }
    const playable = { ...next, playlist };
    const isReplaced = held !== undefined && held.playlistId !== playlist.id;
    if (!loaded && isReplaced && held.items.some(isAvailable) && !canBegin(items)) load(held, position);
    if (loaded && loaded.playlistId !== playlist.id && loaded.items.some(isAvailable) && !canBegin(items))
      hold(playable);
    else begin(playable, position);
  }

  const canBegin = (items: readonly PlayItem[]) => isReady(items, isAvailable, downloads.isDownloadPending);

  function begin({ playlist, items, ...change }: PlayableAssignment, position?: Responses['resume']): void {
    releaseHeld();
    keepFiles();
    const isEdited = loaded?.playlistId === playlist.id;
    const next = { playlistId: playlist.id, items, isRandom: playlist.isRandom };
    if (isEdited) {
      loaded = next;
      send({ type: 'update', items, isRandom: next.isRandom, ...changeOf(change) });
    } else load(next, position, changeOf(change));
  }

  function load(next: LoadedPlaylist, position: Responses['resume'] | undefined, change: Change = {}): void {
    loaded = next;
    send({ ...assignEvent(next, position, pausedIndex), ...change });
    pausedIndex = 0;
  }

  /** Lets the old playlist continue until the new one can begin. */
  function hold(next: PlayableAssignment): void {
    const isNew = !pending;
    pending = next;
    if (isNew && loaded) {
      const checkedIds = new Set(distinctIds(loaded.items).slice(0, heldLimit));
      restrict((item) => checkedIds.has(item.id));
      store.saveHeld(loaded);
    }
    keepFiles();
  }

  function releaseHeld(): void {
    pending = undefined;
    store.saveHeld(undefined);
  }

  /** Deletes files that are neither in the assigned playlist, nor needed later, nor in the held playlist. */
  function keepFiles(): void {
    const held = pending && loaded ? filesOf(loaded.items) : [];
    cache
      .keep(filesOf(assignment?.items ?? []), true, held, filesOf(assignment?.later ?? []))
      .then(downloads.refresh, (error: Error) => onError(error.message));
  }

  /** Removes all items but the allowed ones from the playlist that plays. */
  function restrict(isAllowed: (item: PlayItem) => boolean): void {
    if (!loaded) return;
    const items = loaded.items.filter(isAllowed);
    if (items.length === loaded.items.length) return;
    loaded = { ...loaded, items };
    send({ type: 'update', items, isRandom: loaded.isRandom });
  }

  return {
    /** Applies an assignment soon, after the earlier ones. */
    set(next: Assignment): void {
      // A failed assignment must not block the later ones.
      applied = applied.then(() => apply(next)).catch((error: Error) => onError(error.message));
    },
    /** Prepares a playlist that the clock begins soon, unless nothing plays or a playlist is held; null cancels that. */
    preload: (next: PreloadedPlaylist | null) => send({ type: 'preload', next: loaded && !pending ? next : null }),
    /** Begins the pending playlist if it can begin now, because a file was stored or a download failed. */
    check(): void {
      // Stop holding an old playlist when none of its items opens any more: the card then shows the progress of the new one.
      if (pending && (canBegin(pending.items) || hasFailedRepeatedly())) begin(pending);
    },
    /** Returns the ids of the held playlist's items. The poll asks whether the screen may still show them. */
    heldIds: () => (pending && loaded ? distinctIds(loaded.items) : []),
    /** Removes items that may no longer be shown from the held playlist. */
    revoke(ids: readonly number[]): void {
      if (!pending || ids.length === 0) return;
      restrict((item) => ids.indexOf(item.id) < 0);
      store.saveHeld(loaded);
      if (loaded && loaded.items.some(isAvailable)) keepFiles();
      else begin(pending);
    },
    assignment: () => assignment,
    /** Returns the playlist that plays, and the rule that chose it. */
    source: () => sourceOf(loaded, assignment),
    hasShownPlaylist: () => store.hasShown(assignment?.playlist?.id ?? 0),
    recordShown: () => loaded && loaded.items.length > 0 && store.recordShown(loaded.playlistId),
    /** Returns the items of the assignment; of items with the same file and background only one. */
    distinctItems: () => distinct(assignment?.items ?? []),
    /** Returns the distinct items of the playlist that plays, which may be the held one. */
    loadedItems: () => distinct(loaded?.items ?? []),
    /** Stores the position in the cycle, so that a restarted page continues with the next item. */
    savePosition: (): Promise<void> => store.savePosition(positionOf(current(), loaded)),
  };
}

const positionOf = (turn: CurrentTurn | null, loaded: LoadedPlaylist | undefined): Responses['resume'] | undefined =>
  turn && loaded ? { playlistId: loaded.playlistId, items: turn.queue.slice(), index: turn.index } : undefined;

const sourceOf = (loaded: LoadedPlaylist | undefined, assignment: Assignment | undefined) => ({
  playlist: loaded?.playlistId ?? null,
  rule: (assignment?.playlist?.id === loaded?.playlistId && assignment?.ruleId) || null,
});

const changeOf = ({ byClock, isExact }: Change): Change => ({
  ...(byClock ? { byClock } : {}),
  ...(isExact ? { isExact } : {}),
});

const filesOf = (items: readonly PlayItem[]) => items.map((item) => item.sha256);

/** If the first item is a video, puts the smallest image that is smaller before it. Serves only for the order of downloads. */
export function firstPictureFirst(items: readonly PlayItem[]): readonly PlayItem[] {
  const [first] = items;
  if (first?.mediaType !== 'video') return items;
  let smallest = first;
  for (const item of items) if (item.mediaType === 'image' && item.sizeBytes < smallest.sizeBytes) smallest = item;
  return smallest === first ? items : [smallest, ...items];
}

/** True if the first item is available, or if it is not being downloaded and another item is available. */
function isReady(
  items: readonly PlayItem[],
  isAvailable: (item: PlayItem) => boolean,
  isDownloadPending: (item: PlayItem) => boolean,
): boolean {
  const first = items[0];
  return !first || isAvailable(first) || (!isDownloadPending(first) && items.some(isAvailable));
}

/** Continues at the stored `position` if it belongs to this playlist; otherwise begins at `startIndex`. */
function assignEvent(
  { playlistId, items, isRandom }: LoadedPlaylist,
  position: Responses['resume'] | undefined,
  startIndex: number,
): Extract<TimelineEvent, { type: 'assign' }> {
  if (position?.playlistId !== playlistId || !haveSameFiles(position.items, items))
    return { type: 'assign', items, isRandom, startIndex };
  return { type: 'assign', items: isRandom ? position.items : items, isRandom, startIndex: position.index };
}

const distinctIds = (items: readonly PlayItem[]): number[] => Array.from(new Set(items.map((item) => item.id)));

function distinct(items: readonly PlayItem[]): PlayItem[] {
  const seen = new Set<string>();
  const key = (item: PlayItem) => `${item.sha256} ${item.useAmbientBackground}`;
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
}

function haveSameFiles(a: readonly PlayItem[], b: readonly PlayItem[]): boolean {
  const keys = (items: readonly PlayItem[]) =>
    items
      .map((item) => item.sha256)
      .sort()
      .join();
  return keys(a) === keys(b);
}
