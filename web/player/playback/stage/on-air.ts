/** Says at each boundary, by the server's time, what plays now, and 12 s before it what will (contract/README 16.5). */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { ZoneOffsets } from '../../../../src/contract/programme/programme.ts';
import type { Assignment, Rules } from '../../server/requests/responses.ts';
import type { ProgrammeTime, ScreenClock } from '../../server/clock/clock.ts';
import { choose, type Choice, comingItems, type ReceivedProgramme } from '../timeline/choice.ts';
import { shuffleCycle } from '../timeline/shuffle.ts';
import { type Preloaded, preloadAheadMs } from '../timeline/timeline-state.ts';

export interface OnAirOptions {
  clock: Pick<ScreenClock, 'programmeTime'>;
  /** Sets the assignment; called when it changes. */
  set(assignment: Assignment): void;
  /** Null: what was foreseen does not come. */
  preload(next: Preloaded | null): void;
  /** For shuffles. */
  seed: number;
}

/** Deviation of the time between responses of the server. */
const waveringMs = 5_000;
/** Interval between searches for what is shown within seven days. */
const freshMs = 6 * 3_600_000;

export function createOnAir({ clock, set, preload, seed }: OnAirOptions) {
  let reported: ReceivedProgramme | undefined;
  let choice: Choice | undefined;
  /** By which it was made. */
  let by: ProgrammeTime | null = null;
  /** The boundary that was looked beyond. */
  let preloadedUntil = 0;
  let drawn: Assignment | undefined;
  let wasBlind = false;

  function check(time: ProgrammeTime | null, byClock: boolean): void {
    if (!reported) return;
    const before = choice?.assignment;
    const wasExact = choice?.isExact;
    choice = choose(reported, time);
    by = time;
    if (choice.isBlind) wasBlind = true;
    const next = inOrder(choice.assignment, before, byClock);
    choice = { ...choice, assignment: next };
    const isExact = byClock && (wasExact || choice.isExact);
    set({
      ...next,
      ...(byClock ? { byClock } : {}),
      ...(isExact ? { isExact } : {}),
      later: comingItems(reported, time),
    });
  }

  /** A shuffled playlist that begins again has another order, the same that was foreseen. */
  function inOrder(next: Assignment, before: Assignment | undefined, byClock: boolean): Assignment {
    const { playlist, items } = next;
    if (!byClock || !playlist?.isRandom || playlist.id === before?.playlist?.id) return next;
    if (drawn?.playlist?.id === playlist.id && drawn.items.length === items.length) {
      const known = new Set(drawn.items.map(keyOf));
      if (items.every((item) => known.has(keyOf(item)))) return { ...next, items: drawn.items };
    }
    const shuffled = shuffleCycle(items, null, seed);
    seed = shuffled.seed;
    drawn = { ...next, items: shuffled.items };
    return drawn;
  }

  function checkAhead(time: ProgrammeTime, now: number): void {
    if (!reported || !choice || choice.untilMs === preloadedUntil) return;
    const { untilMs, assignment } = choice;
    if (untilMs - time.utcMs > preloadAheadMs) return;
    preloadedUntil = untilMs;
    const next = choose(reported, { ...time, utcMs: untilMs }).assignment;
    if (next.status !== 'active' || !next.playlist || next.playlist.id === assignment.playlist?.id) return;
    drawn = undefined;
    const { items } = inOrder(next, assignment, true);
    preload({ items, isRandom: next.playlist.isRandom, at: now + untilMs - time.utcMs });
  }

  return {
    /** Receives the assignment and rules from the server. */
    tell(sent: Assignment, rules: Rules, now: number): void {
      reported = { sent, rules };
      preloadedUntil = 0;
      preload(null);
      check(clock.programmeTime(now), false);
    },
    /** To be called several times a second. */
    tick(now: number): void {
      const time = clock.programmeTime(now);
      // Until somebody knew the time, nothing of it was right.
      if (choice && !isStill(choice, by, time)) check(time, by !== null && by.isKnown);
      if (time?.isKnown) checkAhead(time, now);
    },
    /** The programme is not followed, since nobody knows what time it is; or it was not, when this page started. */
    isClockUnknown: () => wasBlind,
  };
}

/** True if a choice made at one time still holds at another. */
function isStill({ untilMs }: Choice, by: ProgrammeTime | null, time: ProgrammeTime | null): boolean {
  if (!by || !time) return by === time;
  if (by.isKnown !== time.isKnown || !isSameZone(by.offsets, time.offsets)) return false;
  if (!time.isKnown) return true;
  return time.utcMs < untilMs && time.utcMs > by.utcMs - waveringMs && time.utcMs < by.utcMs + freshMs;
}

const isSameZone = (a: ZoneOffsets, b: ZoneOffsets): boolean =>
  a === b ||
  (a.minutes === b.minutes &&
    a.changes.length === b.changes.length &&
    a.changes.every(
      ({ fromUtc, minutes }, i) => fromUtc === b.changes[i]?.fromUtc && minutes === b.changes[i]?.minutes,
    ));

const keyOf = ({ id, sha256 }: PlayItem): string => `${id} ${sha256}`;
