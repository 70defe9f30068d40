/** Applies changes from outside: a new or an edited playlist, the previous button, items that became available. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { locate, sameItems } from './order.ts';
import {
  type CurrentTurn,
  type Draft,
  firstItemMs,
  removedLeaveMs,
  type PlaylistChange,
  backoff,
  type TimelineCommand,
} from './timeline-state.ts';
import { preload } from './timeline-preload.ts';
import { discardNext, endCurrent, leaveWithin, letEndIfNear, prepareNext } from './timeline-turns.ts';

/**
 * Begins a playlist, which may be empty, once its first item is ready. If the clock caused the change and the rule is not
 * exact, a current item that ends soon plays to its end.
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
    // The prepared playlist began slightly early.
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
  draft.backoffUntil = null;
  draft.backoffMs = backoff.firstMs;
  const index = draft.next ? draft.next.index - 1 : draft.cursor;
  if (byClock && !isExact && items.length > 0 && letEndIfNear(draft, index, now)) return;
  leaveWithin(draft, now, limits.safetyTimeoutMs);
}

/** Applies an edited playlist: keeps the current item, or jumps to the first one if it was removed (contract/README 10.3). */
export function editPlaylist(
  draft: Draft,
  { items, isRandom, byClock }: PlaylistChange,
  now: number,
  commands: TimelineCommand[],
): void {
  preload(draft, draft.preloaded, commands);
  if (draft.isRandom === isRandom && sameItems(draft.queue, items, !isRandom)) {
    // Keep the shuffle if only names and times have changed.
    const fresh = new Map(items.map((item) => [item.id, item]));
    const oldQueue = draft.queue;
    draft.queue = oldQueue.map((item) => fresh.get(item.id) ?? item);
    if (draft.current?.queue === oldQueue) draft.current = { ...draft.current, queue: draft.queue };
    if (draft.next?.queue === oldQueue) draft.next = { ...draft.next, queue: draft.queue };
    return;
  }
  if (!byClock && !sameItems(draft.queue, items, false)) commands.push({ type: 'notify' });
  discardNext(draft, commands);
  const oldQueue = draft.current?.queue ?? [];
  draft.queue = items;
  draft.isRandom = isRandom;
  draft.backoffUntil = null;
  draft.failures = 0;
  const { current } = draft;
  const index = current ? locate(items, current.item, current.index) : -1;
  draft.cursor = index;
  draft.firstUntil = now + firstItemMs;
  if (current && index >= 0)
    draft.current = { ...current, index, queue: items, item: items[index] as PlayItem, leaveBy: null };
  else {
    draft.cursor = current && byClock ? indexBefore(current, oldQueue, items) : -1;
    if (byClock && items.length > 0 && letEndIfNear(draft, draft.cursor, now)) return;
    // Only an item that people removed has to leave before its successor is ready.
    leaveWithin(draft, now, byClock ? limits.safetyTimeoutMs : removedLeaveMs);
  }
}

/** Returns the index of the last item before the present one that is still in the playlist; -1: none. */
function indexBefore({ index }: CurrentTurn, oldQueue: readonly PlayItem[], items: readonly PlayItem[]): number {
  for (let i = index - 1; i >= 0; i -= 1) {
    const newIndex = locate(items, oldQueue[i] as PlayItem, i);
    if (newIndex >= 0) return newIndex;
  }
  return -1;
}

/** Goes back one item, with wrap (contract/README 10.3); ignored during a transition, for at most 3 s. */
export function goBack(draft: Draft, now: number, commands: TimelineCommand[]): void {
  const { current, queue } = draft;
  if (queue.length === 0) return;
  if (current && current.shownAt === null && now - current.requestedAt < limits.transitionLockMs) return;
  const from = draft.next?.isGoingBack ? draft.next : current;
  const cycle = from?.queue ?? queue;
  discardNext(draft, commands);
  prepareNext(draft, cycle, ((from?.index ?? 0) - 1 + cycle.length) % cycle.length, true, now, commands);
  draft.backoffUntil = null;
  endCurrent(draft, now);
}

/** Discards the prepared turn if items before it were skipped as unavailable: one of them may have become available. */
export function reconsider(draft: Draft, commands: TimelineCommand[]): void {
  const { current, next } = draft;
  if (!current || current.endedAt !== null || !next || next.isGoingBack || next.isPreloaded) return;
  const isFollower = next.queue === current.queue && next.index === current.index + 1;
  if (isFollower || current.index + 1 >= current.queue.length) return;
  discardNext(draft, commands);
  draft.queue = current.queue;
  draft.cursor = current.index;
}
