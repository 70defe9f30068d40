/** Records which items work on this device and which fail (web/player/README 1.6 and 4.5). */
import { limits } from '../../../../src/contract/limits.ts';
import {
  type CurrentTurn,
  type Draft,
  imageMs,
  successAfterMs,
  backoff,
  type TimelineCommand,
} from './timeline-state.ts';
import { dropPreloaded } from './timeline-preload.ts';
import { discardNext, endCurrent } from './timeline-turns.ts';

/** Checks by the elapsed time whether the current turn has ended, works, or never appeared. */
export function checkCurrent(draft: Draft, now: number): void {
  const { current } = draft;
  if (!current) return;
  if (current.shownAt === null) {
    if (now - current.requestedAt >= limits.safetyTimeoutMs) failCurrent(draft, now);
    return;
  }
  if (current.endBy !== null && now >= current.endBy) endCurrent(draft, now);
  const hasEnded = current.item.mediaType === 'image' && now - current.shownAt >= imageMs(current.item);
  if (hasEnded || now - current.shownAt >= successAfterMs) recordSuccess(draft, current);
  if (hasEnded) endCurrent(draft, now);
}

/** Records that an item was shown for a while, or to its end: this device can play. */
export function recordSuccess(draft: Draft, current: CurrentTurn): void {
  if (current.hasSucceeded) return;
  draft.current = { ...current, hasSucceeded: true };
  draft.failures = 0;
  draft.backoffMs = backoff.firstMs;
}

/** Records that the next item does not open, so that another one is prepared. */
export function failNext(draft: Draft, now: number, commands: TimelineCommand[]): void {
  if (draft.next?.isPreloaded) {
    dropPreloaded(draft, commands);
    return;
  }
  discardNext(draft, commands);
  countFailure(draft, now);
}

/** Records that the current item is frozen, or never appeared. */
export function failCurrent(draft: Draft, now: number): void {
  if (draft.current && !draft.current.hasSucceeded && draft.current.endedAt === null) countFailure(draft, now);
  endCurrent(draft, now);
}

/** Delays the next attempt when all items have failed in a row. */
function countFailure(draft: Draft, now: number): void {
  draft.failures += 1;
  const distinctItems = new Set(draft.queue.map((item) => item.id)).size;
  if (draft.failures < distinctItems) return;
  draft.backoffUntil = now + draft.backoffMs;
  draft.backoffMs = Math.min(draft.backoffMs * 2, backoff.maxMs);
}
