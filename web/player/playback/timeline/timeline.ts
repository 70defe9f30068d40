/**
 * Decides which item is on the screen and which is next, as a pure state machine: `step(state, event, context)`
 * returns the next state and the commands for the stage. All times are monotonic milliseconds. A *turn* is one
 * appearance of an item; its `turnId` identifies it, so that a late response about an older turn is ignored. The next
 * turn is prepared before the current one ends, and shown only when it is ready: until then the old picture remains.
 */
import { limits } from '../../../../src/contract/limits.ts';
import { successor } from './order.ts';
import { goBack, reconsider, beginPlaylist, editPlaylist } from './timeline-changes.ts';
import { preload, preparePreloaded } from './timeline-preload.ts';
import { failCurrent, failNext, checkCurrent, recordSuccess } from './timeline-failures.ts';
import {
  type CurrentTurn,
  type Draft,
  expectedMs,
  preloadAheadMs,
  sleptMs,
  type TimelineCommand,
  type TimelineContext,
  type TimelineEvent,
  type TimelineState,
} from './timeline-state.ts';
import { clearCurrent, endCurrent, prepareNext, showNext } from './timeline-turns.ts';

/** Returns the next state and the commands for the stage. */
export function step(
  state: TimelineState,
  event: TimelineEvent,
  context: TimelineContext,
): { state: TimelineState; commands: TimelineCommand[] } {
  const draft: Draft = { ...state };
  const commands: TimelineCommand[] = [];
  restartAfterSleep(draft, context.now);
  apply(draft, event, context.now, commands);
  advance(draft, context, commands);
  return { state: draft, commands };
}

/** Restarts the time limits of items that were being opened when the device fell asleep. */
function restartAfterSleep(draft: Draft, now: number): void {
  const gap = now - draft.lastEventAt;
  draft.lastEventAt = now;
  if (gap < sleptMs) return;
  if (draft.next) draft.next = { ...draft.next, startedAt: now };
  if (draft.current?.shownAt === null) draft.current = { ...draft.current, requestedAt: now };
}

function apply(draft: Draft, event: TimelineEvent, now: number, commands: TimelineCommand[]): void {
  switch (event.type) {
    case 'assign':
      beginPlaylist(draft, event, now, commands);
      break;
    case 'update':
      editPlaylist(draft, event, now, commands);
      break;
    case 'stop':
      beginPlaylist(draft, { items: [], isRandom: false }, now, commands);
      break;
    case 'preload':
      preload(draft, event.next, commands);
      break;
    case 'ready':
      if (draft.next?.turnId === event.turnId) draft.next = { ...draft.next, isReady: true };
      break;
    case 'shown':
      if (draft.current?.turnId === event.turnId && draft.current.shownAt === null)
        draft.current = { ...draft.current, shownAt: now };
      break;
    case 'ended':
      if (draft.current?.turnId !== event.turnId) break;
      if (draft.current.shownAt !== null) recordSuccess(draft, draft.current);
      endCurrent(draft, now);
      break;
    case 'failed':
      if (draft.next?.turnId === event.turnId) failNext(draft, now, commands);
      else if (draft.current?.turnId === event.turnId) failCurrent(draft, now);
      break;
    case 'previous':
      goBack(draft, now, commands);
      break;
    case 'arrived':
      if (draft.backoffUntil !== null) draft.backoffUntil = now;
      reconsider(draft, commands);
      break;
    case 'tick':
      break;
  }
}

/** Makes the changes that are due now: ends, prepares and shows turns, after this event or because time has passed. */
function advance(draft: Draft, context: TimelineContext, commands: TimelineCommand[]): void {
  const { now } = context;
  checkCurrent(draft, now);
  if (draft.queue.length === 0) {
    clearCurrent(draft, commands);
    return;
  }
  /** True if the next turn may be shown as soon as it is ready. */
  const isFree = () => draft.current === null || draft.current.endedAt !== null;
  if (draft.next && !draft.next.isReady && isFree()) {
    const waitingSince = Math.max(draft.next.startedAt, draft.current?.endedAt ?? 0);
    if (now - waitingSince >= limits.safetyTimeoutMs) failNext(draft, now, commands);
  }
  if (draft.backoffUntil !== null && now >= draft.backoffUntil) {
    draft.backoffUntil = null;
    draft.failures = 0;
  }
  if (draft.backoffUntil === null) preparePreloaded(draft, context, commands);
  if (!draft.next && draft.backoffUntil === null && (isFree() || now >= prepareAt(draft.current as CurrentTurn))) {
    const following = successor(draft, context);
    if (following) prepareNext(draft, following.queue, following.index, false, now, commands);
  }
  if (draft.next?.isReady && isFree()) showNext(draft, draft.next, now, commands);
  const { current } = draft;
  if (!current || current.endedAt === null) return;
  const mustLeave = draft.backoffUntil !== null || (current.leaveBy !== null && now >= current.leaveBy);
  if (mustLeave) clearCurrent(draft, commands);
}

const prepareAt = (current: CurrentTurn): number =>
  current.shownAt === null ? Infinity : current.shownAt + Math.max(0, expectedMs(current.item) - preloadAheadMs);
