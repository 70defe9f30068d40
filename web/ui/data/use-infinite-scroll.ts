import { type RefObject, useEffect, useRef, useState } from 'react';

/** A list of which more can be read. */
interface Readable {
  isComplete: boolean;
  loadMore: () => void;
  /** True while rows are read or found: the end of those that are there is no reason to read more. */
  loading?: boolean;
  /** Set when the rest could not be read: scrolling does not try again. */
  error?: unknown;
}

/** Returns the first `step` items as `shown`, and more whenever `<div ref={end} />` below them is scrolled near the window. */
export function useInfiniteScroll<T>(items: readonly T[], step: number, list: Readable = whole) {
  const [count, setCount] = useState(step);
  const hasMore = count < items.length;
  const isReadable = !list.isComplete && !list.error && !list.loading;
  const end = useScrolledTo(hasMore || isReadable, `${count} ${items.length} ${isReadable}`, () => {
    if (hasMore) setCount(count + step);
    if (isReadable && count + step >= items.length) list.loadMore();
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
    // A busy browser reports several positions at once, the newest last.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && latest.current(), {
      rootMargin: '800px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWanted, state]);
  return end;
}
