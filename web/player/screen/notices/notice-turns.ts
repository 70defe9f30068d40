/** Schedules the notices: each is shown for 60 s, then no notice for 60 s (contract/README 8.1, 8.3). Pure functions. */
import { limits } from '../../../../src/contract/limits.ts';

const shownMs = limits.notice.displaySeconds * 1000;
const turnMs = shownMs + limits.notice.intervalSeconds * 1000;

interface HasId {
  id: number;
}

/** Times are monotonic milliseconds. */
export interface NoticeTurn {
  /** Id of the turn's notice, which may have been removed from the list. */
  id: number;
  since: number;
  /** Index of the turn's notice in the list. If the notice is removed, the next notice moves to this index. */
  index: number;
  /** Ids of the notices that have had a turn. */
  seen: readonly number[];
}

/** Returns the turn at `now`, or null if there are no notices. `notices`: newest first. */
export function turnAt(turn: NoticeTurn | null, notices: readonly HasId[], now: number): NoticeTurn | null {
  if (notices.length === 0) return null;
  if (!turn) return begin(notices, 0, now, []);
  // After days of sleep, skip whole cycles through the list.
  const passed = Math.floor((now - turn.since) / turnMs);
  let current = turn;
  for (let count = Math.min(passed, notices.length + (passed % notices.length)); count > 0; count -= 1)
    current = next(current, notices, current.since + turnMs);
  if (current !== turn) current = { ...current, since: turn.since + passed * turnMs };
  const index = indexOfId(notices, current.id);
  return index < 0 || index === current.index ? current : { ...current, index };
}

/** Returns the notice to show, or undefined between two notices. */
export function noticeAt<Notice extends HasId>(
  turn: NoticeTurn | null,
  notices: readonly Notice[],
  now: number,
): Notice | undefined {
  if (!turn || now - turn.since >= shownMs) return undefined;
  return notices[indexOfId(notices, turn.id)];
}

/** Returns the next turn: of the newest notice that has had no turn, otherwise of the next notice in the list. */
function next(turn: NoticeTurn, notices: readonly HasId[], now: number): NoticeTurn {
  for (let unseen = 0; unseen < notices.length; unseen += 1)
    if (turn.seen.indexOf((notices[unseen] as HasId).id) < 0) return begin(notices, unseen, now, turn.seen);
  const index = indexOfId(notices, turn.id);
  return begin(notices, (index < 0 ? turn.index : index + 1) % notices.length, now, turn.seen);
}

function begin(notices: readonly HasId[], index: number, since: number, seen: readonly number[]): NoticeTurn {
  const { id } = notices[index] as HasId;
  // Keep only ids that are still in the list, so that `seen` does not grow for ever.
  const seenBefore = seen.filter((one) => one !== id && indexOfId(notices, one) >= 0);
  return { id, since, index, seen: [...seenBefore, id] };
}

function indexOfId(notices: readonly HasId[], id: number): number {
  for (let index = 0; index < notices.length; index += 1) if ((notices[index] as HasId).id === id) return index;
  return -1;
}
