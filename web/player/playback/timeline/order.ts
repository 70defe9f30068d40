/** The order of a playlist's items: the next item, and the place of an item after the list was edited. Pure. */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { shuffleCycle } from './shuffle.ts';
import type { Draft, TimelineContext } from './timeline-state.ts';

/** Returns a text that identifies an item and its bytes. */
export const itemKey = ({ id, sha256 }: Pick<PlayItem, 'id' | 'sha256'>): string => `${id} ${sha256}`;

/** True if both are the same item with the same bytes. */
export const sameItem = (a: PlayItem, b: PlayItem): boolean => a.id === b.id && a.sha256 === b.sha256;

/** True if both lists have the same items; with `inOrder` also in the same order. */
export function sameItems(a: readonly PlayItem[], b: readonly PlayItem[], inOrder: boolean): boolean {
  const keys = (items: readonly PlayItem[]) => {
    const list = items.map(itemKey);
    return inOrder ? list : list.sort();
  };
  const left = keys(a);
  return a.length === b.length && keys(b).every((key, index) => key === left[index]);
}

/** Returns the index of `item` in the queue that is nearest to `formerIndex`; -1 if the queue does not have the item. */
export function locate(queue: readonly PlayItem[], item: PlayItem, formerIndex: number): number {
  let best = -1;
  queue.forEach((other, index) => {
    if (sameItem(other, item) && (best < 0 || Math.abs(index - formerIndex) < Math.abs(best - formerIndex)))
      best = index;
  });
  return best;
}

/** Returns queue and index of the next available item. If none is available: undefined during downloads, else the next index. */
export function successor(
  draft: Draft,
  context: TimelineContext,
): { queue: readonly PlayItem[]; index: number } | undefined {
  const { queue, cursor } = draft;
  const first = queue[0] as PlayItem;
  // A playlist that begins waits for its first item until `firstUntil`, even if other items are available.
  const isBeginning = cursor < 0 && draft.failures === 0 && context.now < draft.firstUntil;
  if (isBeginning && !context.isAvailable(first) && context.isDownloadPending(first)) return undefined;
  for (let index = cursor + 1; index < queue.length; index += 1) {
    if (context.isAvailable(queue[index] as PlayItem)) return { queue, index };
  }
  const isAnyAvailable = queue.some((item) => context.isAvailable(item));
  if (!isAnyAvailable && queue.some((item) => context.isDownloadPending(item))) return undefined;
  // Do not shuffle when the cycle does not wrap: a shuffle of 500 items takes time.
  if (!isAnyAvailable && cursor + 1 < queue.length) return { queue, index: cursor + 1 };
  const wrapped = nextCycle(draft);
  return { queue: wrapped, index: isAnyAvailable ? wrapped.findIndex((item) => context.isAvailable(item)) : 0 };
}

/** Returns a new shuffle in shuffle mode, otherwise the same order (contract/README 10.3). */
function nextCycle(draft: Draft): readonly PlayItem[] {
  if (!draft.isRandom) return draft.queue;
  const cycle = shuffleCycle(draft.queue, draft.current?.item ?? null, draft.seed);
  draft.seed = cycle.seed;
  return cycle.items;
}
