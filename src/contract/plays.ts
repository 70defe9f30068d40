/** Plays that screens report, and the report on them (contract/README 19). */
import * as z from 'zod';
import { id } from './common.ts';
import { limits } from './limits.ts';
import { dayQuery, reportPeriod } from './report-period.ts';

const { batch } = limits.plays;

const play = z.object({
  /** Made by the screen, so that a play that is sent again counts once. */
  uuid: z.uuid(),
  /** The content, and the file that was shown. */
  item: id,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The playlist, and the rule of the programme that chose it; null: the assigned playlist. */
  playlist: id.nullable(),
  rule: id.nullable(),
  startedAt: z.iso.datetime(),
  ms: z.number().int().nonnegative(),
  /** `cut`: ended early, by a person, the programme or the end of the page; `broken`: the item failed. */
  end: z.enum(['complete', 'cut', 'broken']),
  hadSound: z.boolean(),
});
/** Plays of one screen, the oldest first. */
export const playsInput = z.object({ plays: z.array(play).max(batch) });

/** `day`: any day of the period; omitted: today. `videoId` and `playerId`: only plays of this content, and on this screen. */
export const playsQuery = dayQuery.extend({
  period: reportPeriod.optional(),
  videoId: z.coerce.number().int().nonnegative().optional(),
  playerId: z.coerce.number().int().positive().optional(),
});
const sums = z.object({
  plays: z.number(),
  /** Plays that reached the item's end, and those with sound. */
  complete: z.number(),
  withSound: z.number(),
  /** Time on the screens. */
  ms: z.number(),
});
/**
 * A content, screen or playlist, by the name that it had last. Id 0 in `contents`: the sum of all contents that were counted
 * together, because a screen played more than `limits.plays.sumsPerDay` on a day.
 */
const named = z.object({ id: z.number().int().nonnegative(), name: z.string() });
const group = sums.extend(named.shape);
export const playsReport = sums.extend({
  day: z.string(),
  period: reportPeriod,
  /** First and last day of the period. */
  from: z.string(),
  to: z.string(),
  /** Content and screen of the query, by the names that they had last; null without one. */
  content: named.nullable(),
  screen: named.nullable(),
  /** The most played first, as in the next two lists. */
  contents: z.array(group),
  screens: z.array(group),
  /** Plays without a playlist are not counted here. */
  playlists: z.array(group),
  /** Plays that began in each of the 24 hours of the clinic's day. */
  hours: z.array(z.number()),
  /** Each day of the period. */
  days: z.array(z.object({ day: z.string(), plays: z.number(), ms: z.number() })),
});

export type Play = z.infer<typeof play>;
export type PlaysQuery = z.infer<typeof playsQuery>;
export type PlaySums = z.infer<typeof sums>;
export type PlaysGroup = z.infer<typeof group>;
export type PlaysReport = z.infer<typeof playsReport>;
