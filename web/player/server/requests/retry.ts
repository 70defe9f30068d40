import { CallError } from './network.ts';
import { backOffMs } from '../poll/poll.ts';

/** Time limit for retries during a restart of the server, which usually takes 1 s, and at most 10 s. */
const timeoutMs = 12_000;
const firstWaitMs = 500;

/**
 * Repeats a request until it succeeds. Throws an error of the server itself at once; throws the last error when the time
 * limit has passed or the result is no longer wanted.
 */
export async function retryWhileAway<Result>(
  run: () => Promise<Result>,
  isWanted: () => boolean = () => true,
): Promise<Result> {
  const until = performance.now() + timeoutMs;
  for (let failures = 0; ; failures += 1) {
    try {
      return await run();
    } catch (error) {
      const leftMs = until - performance.now();
      if (!isAway(error) || leftMs <= 0) throw error;
      // The last attempt is at the time limit, not before a delay that would exceed it.
      const waitMs = Math.min(backOffMs(firstWaitMs, failures, Math.random()), leftMs);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (!isWanted()) throw error;
    }
  }
}

/** True if there was no response, the server is restarting, or a proxy reports that the server did not respond. */
const isAway = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || (error.status >= 502 && error.status <= 504));
