/** Combines invalidations: 300 screens that report one notice at the same moment must not cause 300 requests. */
import type { Resource as ResourceKey } from '../../../src/contract/changes/changes.ts';

interface Coalescer {
  /** Passes the keys to `invalidate` at once, or together with others at the end of the interval. */
  add(keys: readonly ResourceKey[]): void;
  /** Forgets the keys that have not been passed to `invalidate`. */
  clear(): void;
}

/** Passes the first keys to `invalidate` at once, and later ones at most once every `everyMs`. Tests replace `setTimer`. */
export function createCoalescer(
  invalidate: (keys: readonly ResourceKey[]) => void,
  everyMs: number,
  setTimer: (run: () => void, ms: number) => unknown = setTimeout,
): Coalescer {
  let pending: Set<ResourceKey> | undefined;

  function startWindow(): void {
    pending = new Set();
    setTimer(() => {
      const keys = [...(pending ?? [])];
      pending = undefined;
      if (keys.length === 0) return;
      invalidate(keys);
      startWindow();
    }, everyMs);
  }

  return {
    add(keys) {
      if (keys.length === 0) return;
      if (pending) for (const key of keys) pending.add(key);
      else {
        invalidate(keys);
        startWindow();
      }
    },
    clear() {
      pending?.clear();
    },
  };
}
