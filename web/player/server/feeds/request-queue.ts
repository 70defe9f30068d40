/** Request queue that all feeds share; each request reports whether the server responds. */
import type { ScreenClock, ServerTime } from '../clock/clock.ts';
import type { CachedResponses } from '../requests/cached-responses.ts';
import { createServerConnectivity } from '../requests/connectivity.ts';
import { retryWhileAway } from '../requests/retry.ts';
import type { Session } from '../pairing/session.ts';

export interface RequestQueue {
  /** Runs a call: one that meets a restart of the server is late, not lost. */
  send<Result>(run: () => Promise<Result>): Promise<Result>;
  /** The same, and the answer sets the clock. */
  sendTimed<Result extends ServerTime>(run: () => Promise<Result>): Promise<Result>;
  /** The last call brought no answer. */
  isUncertain(): boolean;
  /** True when responses are no longer wanted. */
  isClosed(): boolean;
  close(): void;
}

/** Dependencies of a feed. */
export interface FeedContext {
  session: Session;
  kept: CachedResponses;
  requests: RequestQueue;
}

/** `onTime`: the clock was set. `onReach`: the server responds, or no longer does. */
export function createRequestQueue(
  clock: ScreenClock,
  onTime: () => void,
  onConnectivity: (isOnline: boolean) => void,
): RequestQueue {
  const connectivity = createServerConnectivity(onConnectivity);
  let isClosed = false;

  const send = <Result>(run: () => Promise<Result>) =>
    retryWhileAway(
      () => connectivity.track(run),
      () => !isClosed,
    );

  return {
    send,
    async sendTimed(run) {
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
    isUncertain: connectivity.isUncertain,
    isClosed: () => isClosed,
    close() {
      isClosed = true;
    },
  };
}
