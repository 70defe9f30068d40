/** Files that did not come: each is tried again after a wait that grows. */
import { limits } from '../../../src/contract/limits.ts';
import { backOffMs } from '../server/poll/poll.ts';

export interface Troubles {
  /** It failed once more. */
  add(sha256: string): void;
  /** It gets on. */
  forget(sha256: string): void;
  forgetAll(): void;
  /** Milliseconds until it may be tried again; none are left at 0 and below. */
  waitMs(sha256: string): number;
  /** It failed so often in a row that it does not come. */
  isAbsent(sha256: string): boolean;
}

const failuresUntilAbsent = 3;

export function createTroubles(): Troubles {
  const troubles = new Map<string, { failures: number; retryAt: number }>();
  return {
    add(sha256) {
      const failures = (troubles.get(sha256)?.failures ?? 0) + 1;
      const waitMs = backOffMs(limits.mediaRetryMs, failures, Math.random());
      troubles.set(sha256, { failures, retryAt: performance.now() + waitMs });
    },
    forget: (sha256) => void troubles.delete(sha256),
    forgetAll: () => troubles.clear(),
    waitMs: (sha256) => (troubles.get(sha256)?.retryAt ?? 0) - performance.now(),
    isAbsent: (sha256) => (troubles.get(sha256)?.failures ?? 0) >= failuresUntilAbsent,
  };
}
