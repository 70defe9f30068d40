/** Changes from outside: another playlist, the same one edited, the item before; and what has arrived meanwhile. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { locate, sameItems } from './order.ts';
import {
  type Current,
  type Draft,
  firstItemMs,
  giveUpAfterMs,
  type PlaylistChange,
  rest,
  type TimelineCommand,
} from './timeline-state.ts';
import { preload } from './timeline-preload.ts';
import { discardNext, endCurrent, leaveWithin, mayEnd, prepareNext } from './timeline-turns.ts';

/**
 * Another playlist, or none: what is on the screen leaves as soon as the first item is ready, or, at a boundary that
 * is not exact, at its own end where that is near.
 */
export function beginPlaylist(
  draft: Draft,
  { items, isRandom, startIndex = 0, byClock, isExact }: PlaylistChange & { startIndex?: number },
  now: number,
  commands: TimelineCommand[],
): void {
  const { current, next } = draft;
  draft.preloaded = null;
  draft.isRandom = isRandom;
  if (current?.isPreloaded && sameItems(current.queue, items, true)) {
    // It came a moment early.
    draft.current = { ...current, isPreloaded: false };
    return;
  }
  if (next?.isPreloaded && sameItems(next.queue, items, true)) {
    draft.next = { ...next, isPreloaded: false };
    draft.cursor = next.index;
  } else {
    discardNext(draft, commands);
    draft.queue = items;
    draft.cursor = (startIndex < items.length ? startIndex : 0) - 1;
  }
  draft.firstUntil = now + firstItemMs;
  draft.failures = 0;
  draft.restUntil = null;
  draft.restMs = rest.firstMs;
  const before = draft.next ? draft.next.index - 1 : draft.cursor;
  if (byClock && !isExact && items.length > 0 && mayEnd(draft, before, now)) return;
  leaveWithin(draft, now, limits.safetyTimeoutMs);
}

/** Contract/README 10.3: the current item is kept if still present, otherwise playback jumps to the first item. */
export function editPlaylist(
  draft: Draft,
  { items, isRandom, byClock }: PlaylistChange,
  now: number,
  commands: TimelineCommand[],
): void {
  preload(draft, draft.preloaded, commands);
  if (draft.isRandom === isRandom && sameItems(draft.queue, items, !isRandom)) {
    // A shuffle is not begun anew for nothing: only names and times may have changed.
    const fresh = new Map(items.map((item) => [item.id, item]));
    const known = draft.queue;
    draft.queue = known.map((item) => fresh.get(item.id) ?? item);
    if (draft.current?.queue === known) draft.current = { ...draft.current, queue: draft.queue };
    if (draft.next?.queue === known) draft.next = { ...draft.next, queue: draft.queue };
    return;
  }
  if (!byClock && !sameItems(draft.queue, items, false)) commands.push({ type: 'notify' });
  discardNext(draft, commands);
  const known = draft.current?.queue ?? [];
  draft.queue = items;
  draft.isRandom = isRandom;
  draft.restUntil = null;
  draft.failures = 0;
  const { current } = draft;
  const index = current ? locate(items, current.item, current.index) : -1;
  draft.cursor = index;
  draft.firstUntil = now + firstItemMs;
  if (current && index >= 0)
    draft.current = { ...current, index, queue: items, item: items[index] as PlayItem, leaveBy: null };
  else {
    draft.cursor = current && byClock ? placeOf(current, known, items) : -1;
    if (byClock && items.length > 0 && mayEnd(draft, draft.cursor, now)) return;
    // Only what people took away has to go before its successor can be seen.
    leaveWithin(draft, now, byClock ? limits.safetyTimeoutMs : giveUpAfterMs);
  }
}

/** Returns the index of the last item before the present one that still exists; -1: none. */
function placeOf({ index }: Current, known: readonly PlayItem[], items: readonly PlayItem[]): number {
  for (let i = index - 1; i >= 0; i -= 1) {
    const place = locate(items, known[i] as PlayItem, i);
    if (place >= 0) return place;
  }
  return -1;
}

/** Back with wrap (contract/README 10.3); ignored while a transition is under way, for at most 3 s. */
export function goBack(draft: Draft, now: number, commands: TimelineCommand[]): void {
  const { current, queue } = draft;
  if (queue.length === 0) return;
  if (current && current.shownAt === null && now - current.requestedAt < limits.transitionLockMs) return;
  const from = draft.next?.isWanted ? draft.next : current;
  const cycle = from?.queue ?? queue;
  discardNext(draft, commands);
  prepareNext(draft, cycle, ((from?.index ?? 0) - 1 + cycle.length) % cycle.length, true, now, commands);
  draft.restUntil = null;
  endCurrent(draft, now);
}

/** Items were passed over because they were not here: what has arrived before its turn takes it. */
export function reconsider(draft: Draft, commands: TimelineCommand[]): void {
  const { current, next } = draft;
  if (!current || current.overAt !== null || !next || next.isWanted || next.isPreloaded) return;
  const isFollower = next.queue === current.queue && next.index === current.index + 1;
  if (isFollower || current.index + 1 >= current.queue.length) return;
  discardNext(draft, commands);
  draft.queue = current.queue;
  draft.cursor = current.index;
}
