import { type RefObject, useEffect, useRef, useState } from 'react';

/** A list of which more can be read. */
interface Readable {
  isComplete: boolean;
  loadMore: () => void;
}

/** Returns the first `step` items as `shown`, and more whenever `<div ref={end} />` below them is scrolled near the window. */
export function useInfiniteScroll<T>(items: readonly T[], step: number, { isComplete, loadMore }: Readable = whole) {
  const [count, setCount] = useState(step);
  const hasMore = count < items.length;
  const end = useScrolledTo(hasMore || !isComplete, `${count} ${items.length}`, () => {
    if (hasMore) setCount(count + step);
    if (!isComplete && count + step >= items.length) loadMore();
  });
  return { shown: items.slice(0, count), end };
}

const whole: Readable = { isComplete: true, loadMore: () => undefined };

/** Returns a ref for `<div ref={end} />`. Calls `onEnd` whenever that is near the window, and again when `state` has changed. */
export function useScrolledTo(isWanted: boolean, state: string, onEnd: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    if (!isWanted || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '800px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWanted, state]);
  return end;
}
