/** The line to the server that all feeds share: each call tells whether the server is in reach. */
import type { ScreenClock, ServerTime } from '../clock/clock.ts';
import type { KeptAnswers } from '../requests/cached-responses.ts';
import { createServerConnectivity } from '../requests/connectivity.ts';
import { retryWhileAway } from '../requests/retry.ts';
import type { Session } from '../pairing/session.ts';

export interface Line {
  /** Runs a call: one that meets a restart of the server is late, not lost. */
  ask<Result>(run: () => Promise<Result>): Promise<Result>;
  /** The same, and the answer sets the clock. */
  askTimed<Result extends ServerTime>(run: () => Promise<Result>): Promise<Result>;
  /** The last call brought no answer. */
  isDoubtful(): boolean;
  /** Nobody waits for answers any more. */
  isClosed(): boolean;
  close(): void;
}

/** Dependencies of a feed. */
export interface FeedContext {
  session: Session;
  kept: KeptAnswers;
  line: Line;
}

/** `onTime`: the clock was set. `onReach`: the server answers, or no longer does. */
export function createLine(clock: ScreenClock, onTime: () => void, onReach: (isReached: boolean) => void): Line {
  const reach = createServerConnectivity(onReach);
  let isClosed = false;

  const ask = <Result>(run: () => Promise<Result>) =>
    retryWhileAway(
      () => reach.heard(run),
      () => !isClosed,
    );

  return {
    ask,
    async askTimed(run) {
      let askedAt = 0;
      const result = await ask(() => {
        askedAt = performance.now();
        return run();
      });
      const now = performance.now();
      // An answer may come before the first look after a sleep.
      clock.look(Date.now(), now);
      clock.sync(result, askedAt, now);
      onTime();
      return result;
    },
    isDoubtful: reach.isDoubtful,
    isClosed: () => isClosed,
    close() {
      isClosed = true;
    },
  };
}
