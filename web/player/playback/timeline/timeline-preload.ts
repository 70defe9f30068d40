/** Prepares the first item of a playlist that a rule begins soon, so that the screen is not black when it begins. */
import {
  type Draft,
  endToleranceMs,
  type PreloadedPlaylist,
  preloadAheadMs,
  type TimelineCommand,
  type TimelineContext,
} from './timeline-state.ts';
import { discardNext, prepareNext, remainingMs } from './timeline-turns.ts';

/** Sets the playlist that a rule begins next; null: none. */
export function preload(draft: Draft, next: PreloadedPlaylist | null, commands: TimelineCommand[]): void {
  dropPreloaded(draft, commands);
  draft.preloaded = next;
}

/** Discards the prepared playlist, and continues the present one in its own cycle. */
export function dropPreloaded(draft: Draft, commands: TimelineCommand[]): void {
  draft.preloaded = null;
  if (!draft.next?.isPreloaded) return;
  discardNext(draft, commands);
  if (!draft.current) return;
  draft.queue = draft.current.queue;
  draft.cursor = draft.current.index;
}

/** Prepares the coming playlist's first available item, unless the old playlist begins another item before it. */
export function preparePreloaded(
  draft: Draft,
  { now, isAvailable }: TimelineContext,
  commands: TimelineCommand[],
): void {
  const { preloaded, current, next } = draft;
  if (!preloaded || now < preloaded.at - preloadAheadMs || !current || current.isPreloaded || current.endedAt !== null)
    return;
  // The layer for the next turn still shows the previous item until the present one is painted.
  if (current.shownAt === null || next?.isPreloaded || next?.isGoingBack) return;
  if (now + remainingMs(current, now) < preloaded.at - endToleranceMs) return;
  const index = preloaded.items.findIndex(isAvailable);
  if (index < 0) return;
  discardNext(draft, commands);
  prepareNext(draft, preloaded.items, index, false, now, commands);
  if (draft.next) draft.next = { ...draft.next, isPreloaded: true };
}
