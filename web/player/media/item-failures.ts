/** Files that did not come: each is tried again after a wait that grows. */
import { limits } from '../../../src/contract/limits.ts';
import { backOffMs } from '../server/poll/poll.ts';

export interface ItemFailures {
  /** It failed once more. */
  add(sha256: string): void;
  /** It gets on. */
  forget(sha256: string): void;
  forgetAll(): void;
  /** Milliseconds until it may be tried again; none are left at 0 and below. */
  waitMs(sha256: string): number;
  /** It failed this often in a row that it does not come. */
  isAbsent(sha256: string): boolean;
}

const failuresUntilAbsent = 3;

export function createItemFailures(): ItemFailures {
  const itemFailures = new Map<string, { failures: number; retryAt: number }>();
  return {
    add(sha256) {
      const failures = (itemFailures.get(sha256)?.failures ?? 0) + 1;
      const waitMs = backOffMs(limits.mediaRetryMs, failures, Math.random());
      itemFailures.set(sha256, { failures, retryAt: performance.now() + waitMs });
    },
    forget: (sha256) => void itemFailures.delete(sha256),
    forgetAll: () => itemFailures.clear(),
    waitMs: (sha256) => (itemFailures.get(sha256)?.retryAt ?? 0) - performance.now(),
    isAbsent: (sha256) => (itemFailures.get(sha256)?.failures ?? 0) >= failuresUntilAbsent,
  };
}
