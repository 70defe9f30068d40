/**
 * Calculates a week of a programme for the grid: the occurrences of every rule, split into one piece per day, what plays, and
 * the conflicts between rules. Pure functions. A "local minute" is in minutes since 1970 in the clinic's time zone.
 */
import {
  activeAt,
  beginsOn,
  precedenceSteps,
  type PlaylistHours,
  type ProgrammeRule,
  shownAt,
  takesPrecedence,
} from '../../../../src/contract/programme/programme.ts';
import { dayMinutes } from '../../../components/programme/local-time.ts';

export const weekMinutes = 7 * dayMinutes;
/** Length of a cell in minutes. */
export const slotMinutes = 30;

/** Returns `part` of `whole` as a CSS percentage. */
export const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The part of an occurrence on one day of the week. */
export interface Piece {
  rule: ProgrammeRule;
  /** 0 (Monday) to 6 (Sunday). */
  day: number;
  /** Minutes since midnight; `to` is exclusive. */
  from: number;
  to: number;
  beginsHere: boolean;
  endsHere: boolean;
  /** Parts of the piece during which another rule plays (`by`), and the reason. */
  conflicts: readonly { from: number; to: number; by: ProgrammeRule; why: OverrideReason }[];
  /** Level of indentation: one more than that of an overlapped piece of lower precedence; equal if both play the same. */
  depth: number;
  /** Pieces with a higher number are drawn above others. */
  layer: number;
}

/** Interval during which the playback does not change, in minutes since the start of the week. */
export interface Segment {
  from: number;
  to: number;
  ruleId: number | null;
  /** The occurrence that plays, or undefined if no rule applies. */
  winner: Occurrence | undefined;
}

/** Reasons why one occurrence overrides another, in the order in which they are checked. */
export type OverrideReason = 'priority' | 'dates' | 'screen' | 'later' | 'older';

export interface Occurrence {
  rule: ProgrammeRule;
  /** Local minute at which the occurrence begins. */
  start: number;
}

const lengthOf = ({ from, to }: Pick<ProgrammeRule, 'from' | 'to'>) => (to > from ? to - from : to - from + dayMinutes);

const noOffsets = { minutes: 0, changes: [] };

/** Returns what plays at a local minute. Calls the function of the screens with local time instead of UTC. */
const playsAt = (rules: readonly ProgrammeRule[], base: number | null, minute: number) =>
  activeAt({ base, rules, offsets: noOffsets }, minute * 60_000);

/** Returns the segments of the week that begins on `monday` (days since 1970), without gaps. */
export function segmentsOf(rules: readonly ProgrammeRule[], base: number | null, monday: number): Segment[] {
  const start = monday * dayMinutes;
  const found: Segment[] = [];
  for (let from = 0; from < weekMinutes;) {
    const { ruleId, untilMs } = playsAt(rules, base, start + from);
    const to = Math.min(weekMinutes, untilMs / 60_000 - start);
    const winner = ruleId === null ? undefined : occurrencesAt(rules, start + from)[0];
    found.push({ from, to, ruleId, winner });
    from = to;
  }
  return found;
}

/** Returns the occurrences that contain a local minute. The first one plays. */
export function occurrencesAt(rules: readonly ProgrammeRule[], minute: number): Occurrence[] {
  const today = Math.floor(minute / dayMinutes);
  const found: Occurrence[] = [];
  for (const rule of rules) {
    for (let day = today; day >= today - 1; day -= 1) {
      const start = day * dayMinutes + rule.from;
      if (start <= minute && minute < start + lengthOf(rule) && beginsOn(rule, day)) found.push({ rule, start });
    }
  }
  return found.sort((left, right) => (hasPrecedence(left, right) ? -1 : 1));
}

/** Returns why `first` overrides `second`. Checks the reasons in the order of programme.ts. */
function overrideReason(first: Occurrence, second: Occurrence): OverrideReason {
  const [one, other] = [first.rule.priority, second.rule.priority];
  // `priority` is a result of `precedenceOf`: differences below `precedenceSteps` come from the length of the date ranges.
  if (one !== other)
    return Math.floor(one / precedenceSteps) === Math.floor(other / precedenceSteps) ? 'dates' : 'priority';
  if (first.rule.target !== second.rule.target) return 'screen';
  return first.start === second.start ? 'older' : 'later';
}

const hasPrecedence = (one: Occurrence, other: Occurrence): boolean => takesPrecedence(one.rule, one.start, other);

/** Returns what plays at a local minute, the rule that causes it, when it ends, and the overridden rules. */
export function playbackAt(
  rules: readonly ProgrammeRule[],
  base: number | null,
  minute: number,
  hoursOf: (playlistId: number) => PlaylistHours = () => null,
) {
  const programme = { base, rules, offsets: noOffsets };
  const { playlistId, ruleId, untilMs } = shownAt(programme, hoursOf, minute * 60_000);
  const [winner, ...others] = occurrencesAt(rules, minute);
  const rule = winner?.rule.id === ruleId ? winner.rule : undefined;
  return {
    plays: playlistId,
    rule,
    /** The rule that would play if its playlist had an item to show at this minute. */
    emptyRule: ruleId === null ? winner?.rule : undefined,
    /** Local minute at which something else plays. */
    until: untilMs / 60_000,
    overridden: winner && rule ? others.map((other) => ({ rule: other.rule, why: overrideReason(winner, other) })) : [],
  };
}

/** Returns the pieces of the week that begins on `monday` (days since 1970), sorted by day and hour. */
export function piecesOf(rules: readonly ProgrammeRule[], monday: number): Piece[] {
  const segments = segmentsOf(rules, null, monday);
  const found: Piece[] = [];
  const occurrences = new Map<Piece, Occurrence>();
  for (const rule of rules) {
    for (let day = -1; day < 7; day += 1) {
      if (!beginsOn(rule, monday + day)) continue;
      const end = rule.from + lengthOf(rule);
      const occurrence = { rule, start: (monday + day) * dayMinutes + rule.from };
      const addPiece = (pieceDay: number, from: number, to: number) => {
        if (pieceDay < 0 || pieceDay > 6) return;
        const offset = pieceDay * dayMinutes;
        const conflicts = conflictsOf(occurrence, segments, offset + from, offset + to);
        const edges = { beginsHere: pieceDay === day, endsHere: pieceDay === day ? end <= dayMinutes : true };
        const piece = {
          ...{ rule, day: pieceDay, from, to, ...edges, depth: 0, layer: 0 },
          conflicts: conflicts.map((part) => ({ ...part, from: part.from - offset, to: part.to - offset })),
        };
        found.push(piece);
        occurrences.set(piece, occurrence);
      };
      addPiece(day, rule.from, Math.min(end, dayMinutes));
      if (end > dayMinutes) addPiece(day + 1, 0, end - dayMinutes);
    }
  }
  found.sort((a, b) => a.day - b.day || a.from - b.from || b.to - a.to || a.rule.id - b.rule.id);
  stack(found, occurrences);
  return found;
}

/** Returns the parts of `from` to `to` (minutes since the start of the week) in which a rule overrides the occurrence. */
function conflictsOf(
  occurrence: Occurrence,
  segments: readonly Segment[],
  from: number,
  to: number,
): Piece['conflicts'] {
  const conflicts: Piece['conflicts'][number][] = [];
  for (const segment of segments) {
    if (segment.from >= to) break;
    const { winner } = segment;
    // A rule that plays the same playlist does not count as a conflict.
    if (!winner || segment.to <= from || winner.rule.plays === occurrence.rule.plays) continue;
    const part = { from: Math.max(from, segment.from), to: Math.min(to, segment.to) };
    conflicts.push({ ...part, by: winner.rule, why: overrideReason(winner, occurrence) });
  }
  return conflicts;
}

/** Sets `depth` and `layer` of the pieces, beginning with the lowest precedence. */
function stack(pieces: readonly Piece[], occurrences: ReadonlyMap<Piece, Occurrence>): void {
  const occurrenceOf = (piece: Piece): Occurrence => occurrences.get(piece) ?? { rule: piece.rule, start: 0 };
  const sorted = [...pieces].sort((left, right) => (hasPrecedence(occurrenceOf(left), occurrenceOf(right)) ? 1 : -1));
  const lowerPieces: Piece[] = [];
  for (const piece of sorted) {
    for (const other of lowerPieces) {
      const covers = other.day === piece.day && other.from < piece.to && piece.from < other.to;
      if (covers) piece.depth = Math.max(piece.depth, other.depth + (other.rule.plays === piece.rule.plays ? 0 : 1));
    }
    piece.layer = lowerPieces.push(piece);
  }
}
