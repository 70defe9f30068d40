/** At each boundary, when the programme changes, chooses what plays; prepares that 12 s before (contract/README 16.5). */
import type { ZoneOffsets } from '../../../../src/contract/programme/programme.ts';
import type { Assignment, Rules } from '../../server/requests/responses.ts';
import type { ProgrammeTime, ScreenClock } from '../../server/clock/clock.ts';
import { choose, type Choice, upcomingItems, type ReceivedProgramme } from '../timeline/choice.ts';
import { itemKey } from '../timeline/order.ts';
import { shuffleCycle } from '../timeline/shuffle.ts';
import { type PreloadedPlaylist, preloadAheadMs } from '../timeline/timeline-state.ts';

export interface ProgrammeSchedulerOptions {
  clock: Pick<ScreenClock, 'programmeTime'>;
  /** Sets the assignment; called when it changes. */
  set(assignment: Assignment): void;
  /** Prepares the next playlist; null cancels the prepared one. */
  preload(next: PreloadedPlaylist | null): void;
  /** Seed for shuffles. */
  seed: number;
}

/** A response of the server that sets the time back by less than this does not undo a boundary. */
const toleranceMs = 5_000;
/** Interval for updating the list of items that play within seven days. */
const refreshMs = 6 * 3_600_000;

export function createProgrammeScheduler({ clock, set, preload, seed }: ProgrammeSchedulerOptions) {
  let received: ReceivedProgramme | undefined;
  let choice: Choice | undefined;
  /** Time for which the choice was made. */
  let chosenAt: ProgrammeTime | null = null;
  /** Boundary for which the next playlist was already prepared. */
  let preloadedBoundary = 0;
  /** The next playlist in the order in which it was prepared. */
  let shuffledAhead: Assignment | undefined;
  let wasClockUnknown = false;

  function chooseAgain(time: ProgrammeTime | null, byClock: boolean): void {
    if (!received) return;
    const previous = choice?.assignment;
    const wasExact = choice?.isExact;
    choice = choose(received, time);
    chosenAt = time;
    if (choice.isClockUnknown) wasClockUnknown = true;
    const next = withOrder(choice.assignment, previous, byClock);
    choice = { ...choice, assignment: next };
    const isExact = byClock && (wasExact || choice.isExact);
    set({
      ...next,
      ...(byClock ? { byClock } : {}),
      ...(isExact ? { isExact } : {}),
      later: upcomingItems(received, time),
    });
  }

  /** If `next` begins a shuffled playlist by the clock, gives it the prepared order, or a new one if none was prepared. */
  function withOrder(next: Assignment, previous: Assignment | undefined, byClock: boolean): Assignment {
    const { playlist, items } = next;
    if (!byClock || !playlist?.isRandom || playlist.id === previous?.playlist?.id) return next;
    if (shuffledAhead?.playlist?.id === playlist.id && shuffledAhead.items.length === items.length) {
      const aheadKeys = new Set(shuffledAhead.items.map(itemKey));
      if (items.every((item) => aheadKeys.has(itemKey(item)))) return { ...next, items: shuffledAhead.items };
    }
    const shuffled = shuffleCycle(items, null, seed);
    seed = shuffled.seed;
    shuffledAhead = { ...next, items: shuffled.items };
    return shuffledAhead;
  }

  function prepareAhead(time: ProgrammeTime, now: number): void {
    if (!received || !choice || choice.untilMs === preloadedBoundary) return;
    const { untilMs, assignment } = choice;
    if (untilMs - time.utcMs > preloadAheadMs) return;
    preloadedBoundary = untilMs;
    const next = choose(received, { ...time, utcMs: untilMs }).assignment;
    if (next.status !== 'active' || !next.playlist || next.playlist.id === assignment.playlist?.id) return;
    shuffledAhead = undefined;
    const { items } = withOrder(next, assignment, true);
    preload({ items, isRandom: next.playlist.isRandom, at: now + untilMs - time.utcMs });
  }

  return {
    /** Receives the assignment and rules from the server. */
    receive(assignment: Assignment, rules: Rules, now: number): void {
      received = { assignment, rules };
      preloadedBoundary = 0;
      preload(null);
      chooseAgain(clock.programmeTime(now), false);
    },
    /** Chooses again if the choice no longer holds. Call it several times a second. */
    tick(now: number): void {
      const time = clock.programmeTime(now);
      // Before the time was known, every choice was a guess: correcting it is not a change by the clock.
      if (choice && !isStillValid(choice, chosenAt, time)) chooseAgain(time, chosenAt !== null && chosenAt.isKnown);
      if (time?.isKnown) prepareAhead(time, now);
    },
    /** True if the rules could not be followed at some time since this page started, because the time was unknown. */
    isClockUnknown: () => wasClockUnknown,
  };
}

/** True if the choice that was made at `chosenAt` still holds at `time`. */
function isStillValid({ untilMs }: Choice, chosenAt: ProgrammeTime | null, time: ProgrammeTime | null): boolean {
  if (!chosenAt || !time) return chosenAt === time;
  if (chosenAt.isKnown !== time.isKnown || !isSameZone(chosenAt.offsets, time.offsets)) return false;
  if (!time.isKnown) return true;
  return time.utcMs < untilMs && time.utcMs > chosenAt.utcMs - toleranceMs && time.utcMs < chosenAt.utcMs + refreshMs;
}

const isSameZone = (a: ZoneOffsets, b: ZoneOffsets): boolean =>
  a === b ||
  (a.minutes === b.minutes &&
    a.changes.length === b.changes.length &&
    a.changes.every(
      ({ fromUtc, minutes }, i) => fromUtc === b.changes[i]?.fromUtc && minutes === b.changes[i]?.minutes,
    ));
