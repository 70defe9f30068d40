/** Another playlist begins soon, by the clock: its first item is prepared beside what plays, so that no boundary is black. */
import {
  type Draft,
  earlyMs,
  type Foreseen,
  leadMs,
  type TimelineCommand,
  type TimelineContext,
} from './timeline-state.ts';
import { discardNext, prepareNext, remainingMs } from './timeline-turns.ts';

export function foresee(draft: Draft, next: Foreseen | null, commands: TimelineCommand[]): void {
  forgetForeseen(draft, commands);
  draft.foreseen = next;
}

/** Continues the present playlist in its own cycle. */
export function forgetForeseen(draft: Draft, commands: TimelineCommand[]): void {
  draft.foreseen = null;
  if (!draft.next?.isForeseen) return;
  discardNext(draft, commands);
  if (!draft.current) return;
  draft.queue = draft.current.queue;
  draft.cursor = draft.current.index;
}

/** The next turn is the first one of the foreseen playlist that is here, unless one more of the old one ends before. */
export function prepareForeseen(draft: Draft, { now, isHere }: TimelineContext, commands: TimelineCommand[]): void {
  const { foreseen, current, next } = draft;
  if (!foreseen || now < foreseen.at - leadMs || !current || current.isForeseen || current.overAt !== null) return;
  // The layer in which it would be prepared holds the present one until that is seen.
  if (current.shownAt === null || next?.isForeseen || next?.isWanted) return;
  if (now + remainingMs(current, now) < foreseen.at - earlyMs) return;
  const index = foreseen.items.findIndex(isHere);
  if (index < 0) return;
  discardNext(draft, commands);
  prepareNext(draft, foreseen.items, index, false, now, commands);
  if (draft.next) draft.next = { ...draft.next, isForeseen: true };
}
