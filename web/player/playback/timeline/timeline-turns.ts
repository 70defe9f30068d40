/** Changes the present and the next turn of the timeline. A turn is one appearance of an item (web/player/README 4.1). */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import {
  type CurrentTurn,
  type Draft,
  expectedMs,
  type NextTurn,
  naturalEndMs,
  type TimelineCommand,
} from './timeline-state.ts';

/** Makes the item at `index` of `queue` the next turn. `isGoingBack`: a person pressed the previous button. */
export function prepareNext(
  draft: Draft,
  queue: readonly PlayItem[],
  index: number,
  isGoingBack: boolean,
  now: number,
  commands: TimelineCommand[],
): void {
  const item = queue[index] as PlayItem;
  const turnId = draft.lastTurnId + 1;
  draft.lastTurnId = turnId;
  draft.queue = queue;
  draft.cursor = index;
  draft.next = { turnId, item, queue, index, startedAt: now, isReady: false, isGoingBack, isPreloaded: false };
  commands.push({ type: 'prepare', turnId, item });
}

/** Makes the next turn the current one. */
export function showNext(draft: Draft, next: NextTurn, now: number, commands: TimelineCommand[]): void {
  const { turnId, item, queue, index, isPreloaded } = next;
  draft.current = {
    turnId,
    item,
    queue,
    index,
    isPreloaded,
    requestedAt: now,
    shownAt: null,
    endedAt: null,
    hasSucceeded: false,
    leaveBy: null,
    endBy: null,
  };
  draft.next = null;
  commands.push({ type: 'show', turnId, item });
}

/** Ends the current item, which then only waits for its successor. */
export function endCurrent(draft: Draft, now: number): void {
  if (draft.current && draft.current.endedAt === null) draft.current = { ...draft.current, endedAt: now };
}

/** Ends the current item, and sets the time at which it leaves even without a successor. */
export function leaveWithin(draft: Draft, now: number, withinMs: number): void {
  endCurrent(draft, now);
  if (draft.current) draft.current = { ...draft.current, leaveBy: now + withinMs };
}

/** Returns the milliseconds until the end of a turn; Infinity for a video of unknown duration. */
export const remainingMs = ({ item, shownAt }: CurrentTurn, now: number): number =>
  (shownAt === null ? now : shownAt) + (expectedMs(item) || Infinity) - now;

/** If the item of a replaced playlist ends soon, lets it end and returns true. The new queue then continues after `index`. */
export function letEndIfNear(draft: Draft, index: number, now: number): boolean {
  const { current } = draft;
  if (!current || current.endedAt !== null) return false;
  const leftMs = remainingMs(current, now);
  if (leftMs <= 0 || leftMs > naturalEndMs) return false;
  draft.current = {
    ...current,
    queue: draft.queue,
    index,
    isPreloaded: false,
    leaveBy: null,
    endBy: now + naturalEndMs,
  };
  return true;
}

/** Discards the next turn. */
export function discardNext(draft: Draft, commands: TimelineCommand[]): void {
  if (draft.next) commands.push({ type: 'discard', turnId: draft.next.turnId });
  draft.next = null;
}

/** Empties the stage. */
export function clearCurrent(draft: Draft, commands: TimelineCommand[]): void {
  if (!draft.current) return;
  draft.current = null;
  commands.push({ type: 'clear' });
}
