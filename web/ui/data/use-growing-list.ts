import { useEffect, useRef, useState } from 'react';

/**
 * For grids of hundreds of pictures: shows `step` items and more whenever the end comes near the screen.
 * `const { shown, end } = useGrowingList(videos, 60)`; put `<div ref={end} />` after the last item.
 */
export function useGrowingList<T>(items: readonly T[], step: number) {
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
