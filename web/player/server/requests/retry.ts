import { CallError } from './network.ts';
import { backOffMs } from '../poll/poll.ts';

/** A restart of the server is over by then: it stops within 10 s, and mostly within one. */
const timeoutMs = 12_000;
const firstWaitMs = 500;

/** Runs a call until the server is there to answer it, refusals included. Rejects when it stays away for too long, or as soon as nobody waits any more. */
export async function retryWhileAway<Result>(
  run: () => Promise<Result>,
  isWanted: () => boolean = () => true,
): Promise<Result> {
  const until = performance.now() + timeoutMs;
  for (let misses = 0; ; misses += 1) {
    try {
      return await run();
    } catch (error) {
      const leftMs = until - performance.now();
      if (!isAway(error) || leftMs <= 0) throw error;
      // The last try is at the end of the patience, not before a wait that would pass it.
      const waitMs = Math.min(backOffMs(firstWaitMs, misses, Math.random()), leftMs);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (!isWanted()) throw error;
    }
  }
}

/** No answer at all, or a proxy's word for it. */
const isAway = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || (error.status >= 502 && error.status <= 504));
