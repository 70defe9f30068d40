import { CallError } from './network.ts';

/** One lost answer is no outage. */
const failuresUntilLost = 2;

/** `onChange` runs when the server is lost, and when it is back. */
export function createServerConnectivity(onChange: (isOnline: boolean) => void) {
  let failures = 0;

  function note(isGood: boolean): void {
    const before = failures;
    failures = isGood ? 0 : failures + 1;
    if (isGood ? before >= failuresUntilLost : failures === failuresUntilLost) onChange(isGood);
  }

  return {
    /** Runs a call, and records whether the server responded; refusals are responses too. */
    async track<Result>(run: () => Promise<Result>): Promise<Result> {
      try {
        const result = await run();
        note(true);
        return result;
      } catch (error) {
        note(error instanceof CallError && error.code !== null && error.status < 500);
        throw error;
      }
    },
    /** The last call brought no answer. */
    isUncertain: () => failures > 0,
  };
}
