import { CallError } from './network.ts';

/** A single missing response does not count as a lost server. */
const failuresUntilLost = 2;

/** Calls `onChange` when the connection to the server is lost or restored. */
export function createServerConnectivity(onChange: (isOnline: boolean) => void) {
  let failures = 0;

  function record(hasResponded: boolean): void {
    const previousFailures = failures;
    failures = hasResponded ? 0 : failures + 1;
    if (hasResponded ? previousFailures >= failuresUntilLost : failures === failuresUntilLost) onChange(hasResponded);
  }

  return {
    /** Runs a request, and records whether the server responded. Errors below 500 are responses too. */
    async track<Result>(run: () => Promise<Result>): Promise<Result> {
      try {
        const result = await run();
        record(true);
        return result;
      } catch (error) {
        record(error instanceof CallError && error.code !== null && error.status < 500);
        throw error;
      }
    },
    /** True if the last request received no response. */
    isUncertain: () => failures > 0,
  };
}
