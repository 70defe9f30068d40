/** Decides which track of a soundtrack is next, and when and how one track fades into the next. Pure. */

const crossfadeMs = 4_000;
/** Time before the end of a track at which the next one is opened: storage may be slow. */
const openAheadMs = 12_000;

interface HasId {
  id: number;
}

/**
 * Returns a random track that was not played in this round, and adds it to `played`. When all were played, the next
 * round begins, with another track than the last one where that is possible. `available`: tracks that can be played now.
 * The others remain in the round until they can.
 */
export function chooseTrack<Track extends HasId>(
  available: readonly Track[],
  played: Set<number>,
  lastId: number | null,
  random: number,
): Track | undefined {
  let unplayed = available.filter(({ id }) => !played.has(id));
  if (unplayed.length === 0) {
    played.clear();
    unplayed = available.length > 1 ? available.filter(({ id }) => id !== lastId) : available.slice();
  }
  const chosen = unplayed[Math.floor(random * unplayed.length)];
  if (chosen) played.add(chosen.id);
  return chosen;
}

/** Returns what is due `leftMs` before the end of a track. `shortestMs`: duration of the shorter track; Infinity if unknown. */
export function dueStep(leftMs: number, shortestMs: number): 'nothing' | 'open' | 'change' {
  if (leftMs <= crossfadeMsOf(shortestMs)) return 'change';
  return leftMs <= openAheadMs ? 'open' : 'nothing';
}

/** Returns the duration of the crossfade: at most half of the shorter track, which fades in before it fades out. */
export const crossfadeMsOf = (shortestMs: number): number => Math.min(crossfadeMs, shortestMs / 2);

/** Returns a track's gain at this share (0 to 1) of its fade-in. The loudness of a crossfade is constant (equal power). */
export const fadeGain = (share: number): number => Math.sin((share * Math.PI) / 2);
