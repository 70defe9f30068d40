import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { Call } from '../../../../src/contract/calls.ts';

/** Returns how long this page has shown each call, ms (Infinity if from the start). Renders again when one is late. */
export function useWaited(calls: readonly Call[] | undefined): (id: number) => number {
  const seen = useRef<Map<number, number>>(undefined);
  const [, renderAgain] = useState(0);
  if (calls) {
    const isFirst = seen.current === undefined;
    const times = (seen.current ??= new Map());
    for (const { id } of calls)
      if (!times.has(id)) times.set(id, isFirst ? Number.NEGATIVE_INFINITY : performance.now());
  }
  const newest = calls?.[0]?.id;
  useEffect(() => {
    const timer = setTimeout(() => renderAgain((count) => count + 1), limits.calls.notShownAfterMs + 50);
    return () => clearTimeout(timer);
  }, [newest]);
  return (id) => performance.now() - (seen.current?.get(id) ?? performance.now());
}
