/** Sends the requests of all feeds; records with each whether the server responds. */
import type { ScreenClock, ServerTime } from '../clock/clock.ts';
import type { CachedResponses } from '../requests/cached-responses.ts';
import { createServerConnectivity } from '../requests/connectivity.ts';
import { retryWhileAway } from '../requests/retry.ts';
import type { Session } from '../pairing/session.ts';

/** Dependencies of a feed. */
export interface FeedContext {
  session: Session;
  cachedResponses: CachedResponses;
  requests: ServerRequests;
}

export type ServerRequests = ReturnType<typeof createServerRequests>;

/** Calls `onTime` when the clock was set, and `onConnectivity` when the server is lost or responds again. */
export function createServerRequests(
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
    /** Runs a request, and repeats it during a restart of the server. */
    send,
    /** Runs a request whose response sets the clock. */
    async sendTimed<Result extends ServerTime>(run: () => Promise<Result>): Promise<Result> {
      let requestedAt = 0;
      const result = await send(() => {
        requestedAt = performance.now();
        return run();
      });
      const now = performance.now();
      // A response may arrive before the first check after a sleep.
      clock.check(Date.now(), now);
      clock.sync(result, requestedAt, now);
      onTime();
      return result;
    },
    /** True if the last request received no response. */
    isUncertain: connectivity.isUncertain,
    /** True when responses are no longer wanted. */
    isClosed: () => isClosed,
    close(): void {
      isClosed = true;
    },
  };
}
