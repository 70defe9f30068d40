/** Repeats a request: never two at once, and with a random, growing delay while it fails. */

export interface Poll {
  /** Sends the request now, or once more after the running one. */
  refresh(): void;
  stop(): void;
}

/** Maximum delay, so that all screens are back within this time after a restart of the server. */
const maxWaitMs = 15_000;

/**
 * Returns the delay before the next attempt in milliseconds. Doubles `everyMs` for each failure, up to 15 s (or `everyMs` if that is
 * longer), and takes a random share between half and all of it. `random`: 0 to 1.
 */
export function backOffMs(everyMs: number, failures: number, random: number): number {
  const waitMs = Math.min(everyMs * 2 ** Math.min(failures, 10), Math.max(maxWaitMs, everyMs));
  return waitMs * (0.5 + random / 2);
}

/** Calls `run` at once and then `everyMs` after each response. A rejection counts as a failure. */
export function startPoll(everyMs: number, run: () => Promise<unknown>): Poll {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isRequestedAgain = false;
  let isStopped = false;
  let failures = 0;

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(runOnce, delayMs);
  };

  function runOnce(): void {
    isRunning = true;
    isRequestedAgain = false;
    run()
      .then(
        () => {
          failures = 0;
        },
        () => {
          failures += 1;
        },
      )
      .then(() => {
        isRunning = false;
        schedule(isRequestedAgain ? 0 : failures > 0 ? backOffMs(everyMs, failures - 1, Math.random()) : everyMs);
      });
  }

  runOnce();
  return {
    refresh() {
      if (isRunning) isRequestedAgain = true;
      else schedule(0);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
