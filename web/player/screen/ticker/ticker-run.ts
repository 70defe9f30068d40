/** Distance and duration of a ticker message: always at one speed (contract/README 6.2). Pure; lengths in px. */
import { limits } from '../../../../src/contract/limits.ts';

/** In rem a second: 120 px on a screen of 1920, readable from 5 m; a rem follows the screen. */
const remPerS = 7.5;
/** The size of the text, as ticker.css has it. */
export const textRem = 3.5;
/** Copies of a short message keep this part of the screen between them. */
const leastGap = 1 / 8;

export interface TickerRun {
  /** Milliseconds from entering on the right to having left on the left. */
  durationMs: number;
  /** Milliseconds until the next message. */
  turnMs: number;
  /** Number of copies of the text behind each other, so that the bar is not empty during its turn. */
  copies: number;
  /** px between two copies. */
  gap: number;
}

/** `width`: the bar's; `length`: the text's; `isAlone`: no other message takes turns with it. */
export function runOf(width: number, length: number, remPx: number, isAlone: boolean): TickerRun {
  const pxPerMs = (remPerS * remPx) / 1000;
  const whole = (track: number) => (width + track) / pxPerMs;
  const once = { durationMs: whole(length), copies: 1, gap: 0 };
  if (isAlone) return { ...once, turnMs: once.durationMs };
  // What fits into one turn and still leaves the screen by its end.
  const room = limits.tickerRotationMs * pxPerMs - width;
  const least = width * leastGap;
  const copies = Math.floor((room + least) / (length + least));
  // A text that needs longer is read to its end first.
  if (copies < 2) return { ...once, turnMs: Math.max(limits.tickerRotationMs, once.durationMs) };
  return {
    durationMs: limits.tickerRotationMs,
    turnMs: limits.tickerRotationMs,
    copies,
    gap: (room - copies * length) / (copies - 1),
  };
}
