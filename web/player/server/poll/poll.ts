/** A call repeated for ever: never twice at once, and with a jittered back-off while it fails. */

export interface Poll {
  /** Asks now; if it is being asked, once more afterwards. */
  now(): void;
  stop(): void;
}

/** All screens of a clinic are back within this time after a restart of the server. */
const longestWaitMs = 15_000;

/** Milliseconds until the next try: between half and the whole of the doubled interval. */
export function backOffMs(everyMs: number, failures: number, random: number): number {
  const waitMs = Math.min(everyMs * 2 ** Math.min(failures, 10), Math.max(longestWaitMs, everyMs));
  return waitMs * (0.5 + random / 2);
}

/** Runs at once and then `everyMs` after each answer. A rejected run counts as a failure. */
export function startPoll(everyMs: number, run: () => Promise<unknown>): Poll {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isRequestedAgain = false;
  let isStopped = false;
  let failures = 0;

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(ask, delayMs);
  };

  function ask(): void {
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

  ask();
  return {
    now() {
      if (isRunning) isRequestedAgain = true;
      else schedule(0);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
