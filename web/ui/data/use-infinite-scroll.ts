import { type RefObject, useEffect, useRef, useState } from 'react';

/** A list that is read part by part. */
interface PartialList {
  isComplete: boolean;
  loadMore: () => void;
  /** True while rows are being read or searched. Meanwhile, scrolling to the end does not call `loadMore`. */
  loading?: boolean;
  /** Set when reading more rows failed: scrolling does not try again. */
  error?: unknown;
}

/** Returns the first `step` items as `shown`, and more whenever `<div ref={end} />` below them is scrolled near the window. */
export function useInfiniteScroll<T>(items: readonly T[], step: number, list: PartialList = completeList) {
  const [count, setCount] = useState(step);
  const hasMore = count < items.length;
  const canReadMore = !list.isComplete && !list.error && !list.loading;
  const end = useScrolledTo(hasMore || canReadMore, `${count} ${items.length} ${canReadMore}`, () => {
    if (hasMore) setCount(count + step);
    if (canReadMore && count + step >= items.length) list.loadMore();
  });
  return { shown: items.slice(0, count), end };
}

const completeList: PartialList = { isComplete: true, loadMore: () => undefined };

/** Returns a ref for `<div ref={end} />`. Calls `onEnd` whenever the div is near the window, and again when `version` has changed. Does nothing unless `isWanted`. */
export function useScrolledTo(isWanted: boolean, version: string, onEnd: () => void): RefObject<HTMLDivElement | null> {
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
  }, [isWanted, version]);
  return end;
}
