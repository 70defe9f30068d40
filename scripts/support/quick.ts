/**
 * `QUICK_RUN=1` runs a measurement or an attack with small numbers and short waits, so that a test can show that the script
 * still works. The figures of a quick run mean nothing.
 */
import { setTimeout } from 'node:timers/promises';

export const isQuick = process.env.QUICK_RUN === '1';

/** Returns `usual`, or `quick` in a quick run. */
export const fullOrQuick = (usual: number, quick: number): number => (isQuick ? quick : usual);

/** Waits; 300 ms at most in a quick run. */
export const pause = (ms: number): Promise<void> => setTimeout(fullOrQuick(ms, Math.min(ms, 300)));
