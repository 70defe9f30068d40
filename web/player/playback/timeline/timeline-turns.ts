/** The turns of the timeline: the present one, and the next. */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import {
  type Current,
  type Draft,
  expectedMs,
  type Next,
  naturalEndMs,
  type TimelineCommand,
} from './timeline-state.ts';

/** The item at `index` of `queue` is the next turn. `isWanted`: a person asked for it. */
export function prepareNext(
  draft: Draft,
  queue: readonly PlayItem[],
  index: number,
  isWanted: boolean,
  now: number,
  commands: TimelineCommand[],
): void {
  const item = queue[index] as PlayItem;
  const ticket = draft.lastTicket + 1;
  draft.lastTicket = ticket;
  draft.queue = queue;
  draft.cursor = index;
  draft.next = { ticket, item, queue, index, startedAt: now, isReady: false, isWanted, isPreloaded: false };
  commands.push({ type: 'prepare', ticket, item });
}

/** The next turn becomes the current one. */
export function showNext(draft: Draft, next: Next, now: number, commands: TimelineCommand[]): void {
  const { ticket, item, queue, index, isPreloaded } = next;
  draft.current = {
    ticket,
    item,
    queue,
    index,
    isPreloaded,
    requestedAt: now,
    shownAt: null,
    overAt: null,
    hasSucceeded: false,
    leaveBy: null,
    endBy: null,
  };
  draft.next = null;
  commands.push({ type: 'show', ticket, item });
}

/** Its time is over: it only waits for its successor. */
export function endCurrent(draft: Draft, now: number): void {
  if (draft.current && draft.current.overAt === null) draft.current = { ...draft.current, overAt: now };
}

/** The current item has no right to stay: its successor comes as soon as it is ready. */
export function leaveWithin(draft: Draft, now: number, withinMs: number): void {
  endCurrent(draft, now);
  if (draft.current) draft.current = { ...draft.current, leaveBy: now + withinMs };
}

/** Milliseconds until the end of a turn; Infinity for a video of unknown length. */
export const remainingMs = ({ item, shownAt }: Current, now: number): number =>
  (shownAt === null ? now : shownAt) + (expectedMs(item) || Infinity) - now;

/** It is no longer of what plays, but may come to its end: whether that is near enough. The next turn is the one behind `index`. */
export function mayEnd(draft: Draft, index: number, now: number): boolean {
  const { current } = draft;
  if (!current || current.overAt !== null) return false;
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

/** The next turn does not come, or not now. */
export function discardNext(draft: Draft, commands: TimelineCommand[]): void {
  if (draft.next) commands.push({ type: 'discard', ticket: draft.next.ticket });
  draft.next = null;
}

/** The stage is empty from now on. */
export function clearCurrent(draft: Draft, commands: TimelineCommand[]): void {
  if (!draft.current) return;
  draft.current = null;
  commands.push({ type: 'clear' });
}
