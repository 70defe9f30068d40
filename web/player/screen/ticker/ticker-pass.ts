/** Calculates distance and duration of a ticker message at a constant speed (contract/README 6.2). Pure functions; lengths in px. */
import { limits } from '../../../../src/contract/limits.ts';

/** Speed in rem per second: 120 px on a screen of 1920, readable from 5 m. A rem is proportional to the screen. */
const remPerS = 7.5;
/** Font size in rem, as in ticker.css. */
export const textRem = 3.5;
/** Minimum gap between copies of a short message, as a share of the screen's width. */
const minGapShare = 1 / 8;

export interface TickerPass {
  /** Milliseconds from the right edge until the text has left at the left edge. */
  durationMs: number;
  /** Milliseconds until the next message. */
  turnMs: number;
  /** Number of copies of the text in a row, so that the bar is not empty during the message's turn. */
  copies: number;
  /** px between two copies. */
  gap: number;
}

/** Returns how a message crosses the screen. `width`: of the bar; `length`: of the text; `isAlone`: there is no other message. */
export function passOf(width: number, length: number, remPx: number, isAlone: boolean): TickerPass {
  const pxPerMs = (remPerS * remPx) / 1000;
  const passMs = (track: number) => (width + track) / pxPerMs;
  const single = { durationMs: passMs(length), copies: 1, gap: 0 };
  if (isAlone) return { ...single, turnMs: single.durationMs };
  // Maximum length that crosses the screen completely within one turn.
  const maxLength = limits.tickerRotationMs * pxPerMs - width;
  const minGap = width * minGapShare;
  const copies = Math.floor((maxLength + minGap) / (length + minGap));
  // The turn of a longer text lasts until it has left the screen.
  if (copies < 2) return { ...single, turnMs: Math.max(limits.tickerRotationMs, single.durationMs) };
  return {
    durationMs: limits.tickerRotationMs,
    turnMs: limits.tickerRotationMs,
    copies,
    gap: (maxLength - copies * length) / (copies - 1),
  };
}
