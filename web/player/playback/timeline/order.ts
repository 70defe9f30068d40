/** The order of a playlist's items: which one follows, and where an item is after the list was edited. Pure. */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { shuffleCycle } from './shuffle.ts';
import type { Draft, TimelineContext } from './timeline-state.ts';

const sameItem = (a: PlayItem, b: PlayItem): boolean => a.id === b.id && a.sha256 === b.sha256;

/** The same items; also in the same places where the order counts. */
export function sameItems(a: readonly PlayItem[], b: readonly PlayItem[], inOrder: boolean): boolean {
  const keys = (items: readonly PlayItem[]) => {
    const list = items.map((item) => `${item.id} ${item.sha256}`);
    return inOrder ? list : list.sort();
  };
  const left = keys(a);
  return a.length === b.length && keys(b).every((key, index) => key === left[index]);
}

/** Place of `item` in the new queue nearest to where it was. */
export function locate(queue: readonly PlayItem[], item: PlayItem, near: number): number {
  let best = -1;
  queue.forEach((other, index) => {
    if (sameItem(other, item) && (best < 0 || Math.abs(index - near) < Math.abs(best - near))) best = index;
  });
  return best;
}

/** The first item behind the cursor that is here; without one the following item, or undefined while one is coming. */
export function successor(
  draft: Draft,
  context: TimelineContext,
): { queue: readonly PlayItem[]; index: number } | undefined {
  const { queue, cursor } = draft;
  const first = queue[0] as PlayItem;
  // A playlist begins with its first item, if that does not keep what is here waiting.
  const isBeginning = cursor < 0 && draft.failures === 0 && context.now < draft.firstUntil;
  if (isBeginning && !context.isHere(first) && context.isComing(first)) return undefined;
  for (let index = cursor + 1; index < queue.length; index += 1) {
    if (context.isHere(queue[index] as PlayItem)) return { queue, index };
  }
  const isAnyHere = queue.some((item) => context.isHere(item));
  if (!isAnyHere && queue.some((item) => context.isComing(item))) return undefined;
  // Without a reason to wrap there is no new order: a shuffle of 500 items is work.
  if (!isAnyHere && cursor + 1 < queue.length) return { queue, index: cursor + 1 };
  const wrapped = nextCycle(draft);
  return { queue: wrapped, index: isAnyHere ? wrapped.findIndex((item) => context.isHere(item)) : 0 };
}

/** Contract/README 10.3: a new local shuffle in shuffle mode, otherwise the same order again. */
function nextCycle(draft: Draft): readonly PlayItem[] {
  if (!draft.isRandom) return draft.queue;
  const cycle = shuffleCycle(draft.queue, draft.current?.item ?? null, draft.seed);
  draft.seed = cycle.seed;
  return cycle.items;
}
