/** From one assignment to the next: which files the device shall have, and how the timeline goes on (web/player/README 4.2). */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Downloads } from '../media/downloads.ts';
import type { Assignment } from '../server/answers.ts';
import type { KeptAnswers } from '../server/kept-answers.ts';
import type { Current, TimelineEvent } from './timeline-state.ts';

export interface ProgrammeOptions {
  cache: Pick<MediaCache, 'keep'>;
  downloads: Pick<Downloads, 'want' | 'refresh'>;
  kept: KeptAnswers;
  /** The turn on the screen. */
  current(): Current | null;
  send(event: TimelineEvent): void;
  onError(message: string): void;
  isStopped(): boolean;
}

export interface Programme {
  /** Takes effect soon: one after the other, in the order in which they came. */
  set(assignment: Assignment): void;
  assignment(): Assignment | undefined;
  /** Its items, those with the same files once. */
  distinctItems(): PlayItem[];
  /** Keeps the place in the cycle, so that the page goes on with the next item instead of the first after a restart. */
  savePlace(): Promise<void>;
}

export function createProgramme(options: ProgrammeOptions): Programme {
  const { cache, downloads, kept, current, send, onError } = options;
  let assignment: Assignment | undefined;
  /** Playlist whose items the timeline has. */
  let loadedId: number | null = null;
  let pausedAt = 0;
  // Read once: a place that stops the page must not do so again after its restart.
  let resume = kept.load('resume').then((place) => {
    void kept.save('resume', undefined);
    return place;
  });
  let setting = Promise.resolve();

  async function set(next: Assignment): Promise<void> {
    const place = await resume;
    resume = Promise.resolve(undefined);
    if (options.isStopped()) return;
    assignment = next;
    const { status, playlist, items } = next;
    // A blocked screen keeps its files: unblocked, it plays on at once.
    if (status !== 'blocked') {
      const hashes = items.map((item) => item.sha256);
      cache.keep(hashes, true).then(downloads.refresh, (error: Error) => onError(error.message));
    }
    downloads.want(status === 'blocked' ? [] : distinct(items));
    if (!playlist || status !== 'active') {
      const turn = current();
      if (turn) pausedAt = turn.index;
      if (!playlist) pausedAt = 0;
      loadedId = null;
      send({ type: 'stop' });
      return;
    }
    const { isRandom, id } = playlist;
    if (loadedId === id) {
      send({ type: 'update', items, isRandom });
      return;
    }
    loadedId = id;
    const goesOn = place?.playlistId === id && haveSameFiles(place.items, items);
    if (goesOn) send({ type: 'assign', items: isRandom ? place.items : items, isRandom, startIndex: place.index });
    else send({ type: 'assign', items, isRandom, startIndex: pausedAt });
    pausedAt = 0;
  }

  return {
    set(next) {
      // One that fails must not hold back those after it.
      setting = setting.then(() => set(next)).catch((error: Error) => onError(error.message));
    },
    assignment: () => assignment,
    distinctItems: () => distinct(assignment?.items ?? []),
    savePlace() {
      const turn = current();
      const place =
        turn && loadedId !== null ? { playlistId: loadedId, items: turn.queue.slice(), index: turn.index } : undefined;
      return kept.save('resume', place);
    },
  };
}

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
