/** Reads that many messages of one moment make old: 300 screens that tell of one notice are not 300 questions. */
import type { ResourceKey } from './resource.ts';

/** Returns a function that calls `pass` at once, then at most once every `everyMs`. `setTimer`: replaced by tests. */
export function createCoalescer(
  pass: (keys: readonly ResourceKey[]) => void,
  everyMs: number,
  setTimer: (run: () => void, ms: number) => unknown = setTimeout,
): (keys: readonly ResourceKey[]) => void {
  let waiting: Set<ResourceKey> | undefined;

  function open(): void {
    waiting = new Set();
    setTimer(() => {
      const keys = [...(waiting ?? [])];
      waiting = undefined;
      if (keys.length === 0) return;
      pass(keys);
      open();
    }, everyMs);
  }

  return (keys) => {
    if (waiting) for (const key of keys) waiting.add(key);
    else {
      pass(keys);
      open();
    }
  };
}
