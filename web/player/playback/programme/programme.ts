/**
 * From one assignment to the next: which files the device shall have, and how the timeline goes on (web/player/README
 * 4.2). Another playlist is brought onto the device first; until its first item is there the old one plays on.
 */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { MediaCache } from '../../media/cache.ts';
import type { Downloads } from '../../media/downloads.ts';
import type { Responses, Assignment } from '../../server/requests/responses.ts';
import type { CachedResponses } from '../../server/requests/cached-responses.ts';
import { createProgrammeMemory } from './memory.ts';
import type { Current, Preloaded, TimelineEvent } from '../timeline/timeline-state.ts';

export interface ProgrammeOptions {
  cache: Pick<MediaCache, 'keep'>;
  downloads: Pick<Downloads, 'want' | 'refresh' | 'isComing'>;
  kept: CachedResponses;
  /** It can be played at once. */
  isHere(item: PlayItem): boolean;
  /** The turn on the screen. */
  current(): Current | null;
  /** Nothing of what is loaded could be opened, several times in a row. */
  hasFailed(): boolean;
  send(event: TimelineEvent): void;
  onError(message: string): void;
  isStopped(): boolean;
}

/** The programme that the timeline has. */
type Loaded = Responses['held'];
/** Cause of the change by the clock; nothing: people. */
type Change = Pick<Assignment, 'byClock' | 'isExact'>;
type Playable = Assignment & { playlist: NonNullable<Assignment['playlist']> };

/** Maximum number of items that can be checked for their hours; a longer programme plays on with these. */
const heldLimit = 200;

export type Programme = ReturnType<typeof createProgramme>;

export function createProgramme(options: ProgrammeOptions) {
  const { cache, downloads, kept, isHere, current, hasFailed, send, onError } = options;
  let assignment: Assignment | undefined;
  let loaded: Loaded | undefined;
  /** Assigned, and not yet on the device. */
  let pending: Playable | undefined;
  let pausedAt = 0;
  const memory = createProgrammeMemory(kept);
  let setting = Promise.resolve();

  async function set(next: Assignment): Promise<void> {
    const { place, held } = await memory.take();
    if (options.isStopped()) return;
    assignment = next;
    const { status, playlist, items } = next;
    // An image is here long before a video: the empty screen has its first picture with it.
    const wanted = current() || items.some(isHere) ? items : firstPictureFirst(items);
    downloads.want(status === 'blocked' ? [] : distinct([...wanted, ...(next.later ?? [])]));
    if (!playlist || status !== 'active') {
      pausedAt = playlist ? Math.max(0, current()?.index ?? pausedAt) : 0;
      loaded = undefined;
      forgetHeld();
      // A blocked screen keeps its files: unblocked, it plays on at once.
      if (status !== 'blocked') keepFiles();
      send({ type: 'stop' });
      return;
    }
    const playable = { ...next, playlist };
    const isAnother = held !== undefined && held.playlistId !== playlist.id;
    if (!loaded && isAnother && held.items.some(isHere) && !canBegin(items)) load(held, place);
    if (loaded && loaded.playlistId !== playlist.id && loaded.items.some(isHere) && !canBegin(items)) hold(playable);
    else begin(playable, place);
  }

  const canBegin = (items: readonly PlayItem[]) => isReady(items, isHere, downloads.isComing);

  function begin({ playlist, items, ...why }: Playable, place?: Responses['resume']): void {
    forgetHeld();
    keepFiles();
    const isEdited = loaded?.playlistId === playlist.id;
    const next = { playlistId: playlist.id, items, isRandom: playlist.isRandom };
    if (isEdited) {
      loaded = next;
      send({ type: 'update', items, isRandom: next.isRandom, ...changeOf(why) });
    } else load(next, place, changeOf(why));
  }

  function load(next: Loaded, place: Responses['resume'] | undefined, change: Change = {}): void {
    loaded = next;
    send({ ...beginning(next, place, pausedAt), ...change });
    pausedAt = 0;
  }

  /** The old programme plays on. */
  function hold(next: Playable): void {
    const isNew = !pending;
    pending = next;
    if (isNew && loaded) {
      const known = new Set(distinctIds(loaded.items).slice(0, heldLimit));
      restrict((item) => known.has(item.id));
      memory.saveHeld(loaded);
    }
    keepFiles();
  }

  function forgetHeld(): void {
    pending = undefined;
    memory.saveHeld(undefined);
  }

  /** Files of neither programme go at once. */
  function keepFiles(): void {
    const held = pending && loaded ? filesOf(loaded.items) : [];
    cache
      .keep(filesOf(assignment?.items ?? []), true, held, filesOf(assignment?.later ?? []))
      .then(downloads.refresh, (error: Error) => onError(error.message));
  }

  /** Keeps only these of the loaded items. */
  function restrict(isKept: (item: PlayItem) => boolean): void {
    if (!loaded) return;
    const items = loaded.items.filter(isKept);
    if (items.length === loaded.items.length) return;
    loaded = { ...loaded, items };
    send({ type: 'update', items, isRandom: loaded.isRandom });
  }

  return {
    /** Takes effect soon: one after the other, in the order in which they came. */
    set(next: Assignment): void {
      // One that fails must not hold back those after it.
      setting = setting.then(() => set(next)).catch((error: Error) => onError(error.message));
    },
    // What has not even begun is not replaced.
    /** Another playlist begins soon, by the clock. Null: it does not come. */
    preload: (next: Preloaded | null) => send({ type: 'preload', next: loaded && !pending ? next : null }),
    /** More is on the device, or less is coming: perhaps the assigned programme can begin. */
    check(): void {
      // An old programme of which nothing opens any more holds nothing: the new one says how far it is.
      if (pending && (canBegin(pending.items) || hasFailed())) begin(pending);
    },
    /** Items of a programme that plays on although another one is assigned: whether they may is to be asked. */
    heldIds: () => (pending && loaded ? distinctIds(loaded.items) : []),
    /** These may no longer be shown. */
    revoke(ids: readonly number[]): void {
      if (!pending || ids.length === 0) return;
      restrict((item) => ids.indexOf(item.id) < 0);
      memory.saveHeld(loaded);
      if (loaded && loaded.items.some(isHere)) keepFiles();
      else begin(pending);
    },
    assignment: () => assignment,
    /** Its items, those with the same files once. */
    distinctItems: () => distinct(assignment?.items ?? []),
    /** The same of what plays, which may be the programme before. */
    loadedItems: () => distinct(loaded?.items ?? []),
    /** Keeps the place in the cycle, so that the page goes on with the next item instead of the first after a restart. */
    savePlace(): Promise<void> {
      const turn = current();
      const place =
        turn && loaded ? { playlistId: loaded.playlistId, items: turn.queue.slice(), index: turn.index } : undefined;
      return memory.savePlace(place);
    },
  };
}

const changeOf = ({ byClock, isExact }: Change): Change => ({
  ...(byClock ? { byClock } : {}),
  ...(isExact ? { isExact } : {}),
});

const filesOf = (items: readonly PlayItem[]) => items.map((item) => item.sha256);

/** Puts the smallest image first where it is smaller than a first video: only the order of arrival changes. */
export function firstPictureFirst(items: readonly PlayItem[]): readonly PlayItem[] {
  const [first] = items;
  if (first?.mediaType !== 'video') return items;
  let smallest = first;
  for (const item of items) if (item.mediaType === 'image' && item.sizeBytes < smallest.sizeBytes) smallest = item;
  return smallest === first ? items : [smallest, ...items];
}

/** The first item is on the device, or will not come, and another one is. */
function isReady(
  items: readonly PlayItem[],
  isHere: (item: PlayItem) => boolean,
  isComing: (item: PlayItem) => boolean,
): boolean {
  const first = items[0];
  return !first || isHere(first) || (!isComing(first) && items.some(isHere));
}

/** Goes on at `place` where that belongs to the programme, and else at `startIndex`. */
function beginning(
  { playlistId, items, isRandom }: Loaded,
  place: Responses['resume'] | undefined,
  startIndex: number,
): Extract<TimelineEvent, { type: 'assign' }> {
  if (place?.playlistId !== playlistId || !haveSameFiles(place.items, items))
    return { type: 'assign', items, isRandom, startIndex };
  return { type: 'assign', items: isRandom ? place.items : items, isRandom, startIndex: place.index };
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
