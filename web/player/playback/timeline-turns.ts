/** The turns of the timeline: the present one, and the next. */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { Draft, Next, TimelineCommand } from './timeline-state.ts';

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
  draft.next = { ticket, item, queue, index, startedAt: now, isReady: false, isWanted };
  commands.push({ type: 'prepare', ticket, item });
}

/** The next turn becomes the current one. */
export function showNext(draft: Draft, next: Next, now: number, commands: TimelineCommand[]): void {
  const { ticket, item, queue, index } = next;
  draft.current = {
    ticket,
    item,
    queue,
    index,
    askedAt: now,
    shownAt: null,
    overAt: null,
    isProven: false,
    leaveBy: null,
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
