/** Records which files failed (to download or to open), and when to try each again. The delay doubles with each failure. */
import { limits } from '../../../src/contract/limits.ts';
import { backOffMs } from '../server/poll/poll.ts';

const failuresUntilUnavailable = 3;

export function createItemFailures() {
  const itemFailures = new Map<string, { failures: number; retryAt: number }>();
  return {
    add(sha256: string): void {
      const failures = (itemFailures.get(sha256)?.failures ?? 0) + 1;
      const waitMs = backOffMs(limits.mediaRetryMs, failures, Math.random());
      itemFailures.set(sha256, { failures, retryAt: performance.now() + waitMs });
    },
    forget: (sha256: string) => void itemFailures.delete(sha256),
    forgetAll: () => itemFailures.clear(),
    /** Returns the milliseconds until the file may be tried again; 0 or less: now. */
    retryInMs: (sha256: string) => (itemFailures.get(sha256)?.retryAt ?? 0) - performance.now(),
    /** Returns true after three failures in a row: the file is treated as unavailable. */
    isUnavailable: (sha256: string) => (itemFailures.get(sha256)?.failures ?? 0) >= failuresUntilUnavailable,
  };
}
