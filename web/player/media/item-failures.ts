/** Files that did not come: each is tried again after a wait that grows. */
import { limits } from '../../../src/contract/limits.ts';
import { backOffMs } from '../server/poll/poll.ts';

const failuresUntilAbsent = 3;

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
    /** Milliseconds until it may be tried again; none are left at 0 and below. */
    waitMs: (sha256: string) => (itemFailures.get(sha256)?.retryAt ?? 0) - performance.now(),
    /** It failed this often in a row that it does not come. */
    isAbsent: (sha256: string) => (itemFailures.get(sha256)?.failures ?? 0) >= failuresUntilAbsent,
  };
}
