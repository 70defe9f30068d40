import { useEffect, useRef, useState } from 'react';

/** Returns the first `step` items as `shown`, and more whenever `<div ref={end} />` below them is scrolled near the window. */
export function useInfiniteScroll<T>(items: readonly T[], step: number) {
  const [count, setCount] = useState(step);
  const end = useRef<HTMLDivElement>(null);
  const hasMore = count < items.length;
  useEffect(() => {
    if (!hasMore || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setCount((current) => current + step),
      { rootMargin: '800px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, step, count]);
  return { shown: items.slice(0, count), end };
}
