/** Another playlist begins soon, by the clock: its first item is prepared beside what plays, so that no boundary is black. */
import {
  type Draft,
  endToleranceMs,
  type Preloaded,
  preloadAheadMs,
  type TimelineCommand,
  type TimelineContext,
} from './timeline-state.ts';
import { discardNext, prepareNext, remainingMs } from './timeline-turns.ts';

export function preload(draft: Draft, next: Preloaded | null, commands: TimelineCommand[]): void {
  dropPreloaded(draft, commands);
  draft.preloaded = next;
}

/** Continues the present playlist in its own cycle. */
export function dropPreloaded(draft: Draft, commands: TimelineCommand[]): void {
  draft.preloaded = null;
  if (!draft.next?.isPreloaded) return;
  discardNext(draft, commands);
  if (!draft.current) return;
  draft.queue = draft.current.queue;
  draft.cursor = draft.current.index;
}

/** The next turn is the first one of the foreseen playlist that is here, unless one more of the old one ends before. */
export function preparePreloaded(draft: Draft, { now, isHere }: TimelineContext, commands: TimelineCommand[]): void {
  const { preloaded, current, next } = draft;
  if (!preloaded || now < preloaded.at - preloadAheadMs || !current || current.isPreloaded || current.overAt !== null)
    return;
  // The layer in which it would be prepared holds the present one until that is seen.
  if (current.shownAt === null || next?.isPreloaded || next?.isWanted) return;
  if (now + remainingMs(current, now) < preloaded.at - endToleranceMs) return;
  const index = preloaded.items.findIndex(isHere);
  if (index < 0) return;
  discardNext(draft, commands);
  prepareNext(draft, preloaded.items, index, false, now, commands);
  if (draft.next) draft.next = { ...draft.next, isPreloaded: true };
}
