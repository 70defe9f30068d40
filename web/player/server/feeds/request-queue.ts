/** Request queue that all feeds share; each request reports whether the server responds. */
import type { ScreenClock, ServerTime } from '../clock/clock.ts';
import type { CachedResponses } from '../requests/cached-responses.ts';
import { createServerConnectivity } from '../requests/connectivity.ts';
import { retryWhileAway } from '../requests/retry.ts';
import type { Session } from '../pairing/session.ts';

/** Dependencies of a feed. */
export interface FeedContext {
  session: Session;
  kept: CachedResponses;
  requests: RequestQueue;
}

export type RequestQueue = ReturnType<typeof createRequestQueue>;

/** `onTime`: the clock was set. `onConnectivity`: the server responds, or no longer does. */
export function createRequestQueue(
  clock: ScreenClock,
  onTime: () => void,
  onConnectivity: (isOnline: boolean) => void,
) {
  const connectivity = createServerConnectivity(onConnectivity);
  let isClosed = false;

  const send = <Result>(run: () => Promise<Result>) =>
    retryWhileAway(
      () => connectivity.track(run),
      () => !isClosed,
    );

  return {
    /** Runs a call: one that meets a restart of the server is late, not lost. */
    send,
    /** The same, and the answer sets the clock. */
    async sendTimed<Result extends ServerTime>(run: () => Promise<Result>): Promise<Result> {
      let requestedAt = 0;
      const result = await send(() => {
        requestedAt = performance.now();
        return run();
      });
      const now = performance.now();
      // An answer may come before the first look after a sleep.
      clock.check(Date.now(), now);
      clock.sync(result, requestedAt, now);
      onTime();
      return result;
    },
    /** The last call brought no answer. */
    isUncertain: connectivity.isUncertain,
    /** True when responses are no longer wanted. */
    isClosed: () => isClosed,
    close(): void {
      isClosed = true;
    },
  };
}
