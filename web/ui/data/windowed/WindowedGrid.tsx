import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './WindowedGrid.module.css';
import { columnsOf, windowOf } from './windowing.ts';

interface WindowedGridProps<T> {
  label: string;
  items: readonly T[];
  /** Number of all items, for screen readers; by default the number of `items`. Set it when `items` are only the first part of a list. */
  total?: number | undefined;
  keyOf: (item: T) => number;
  /** Minimum width of a column, rem; omit it for one column. */
  minColumnRem?: number;
  gapRem: number;
  /** Returns the height of every item from the width of its column, both in rem. */
  heightRem: (columnRem: number) => number;
  children: (item: T) => ReactNode;
}

/** Rows rendered beyond the edges of the window, for Tab and quick scrolling. */
const overscan = 2;
/** Scrolling renders the grid again after this many px. */
const stepPx = 160;

/**
 * Shows a grid of hundreds of items of equal size that scrolls with the page. Renders only the items near the visible part of the
 * page and the focused one; screen readers get the true positions.
 */
export function WindowedGrid<T>({
  label,
  items,
  total = items.length,
  keyOf,
  minColumnRem,
  gapRem,
  heightRem,
  children,
}: WindowedGridProps<T>) {
  const grid = useRef<HTMLUListElement>(null);
  const [layout, setLayout] = useState({ width: 0, top: 0, windowHeight: 0, remPx: 16 });
  const [focused, setFocused] = useState<number>();

  useLayoutEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      if (!grid.current) return;
      const box = grid.current.getBoundingClientRect();
      const next = {
        width: box.width,
        top: Math.floor(-box.top / stepPx) * stepPx,
        windowHeight: window.innerHeight + stepPx,
        remPx: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      };
      setLayout((last) =>
        last.width === next.width &&
        last.top === next.top &&
        last.windowHeight === next.windowHeight &&
        last.remPx === next.remPx
          ? last
          : next,
      );
    };
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    // Content above may grow, which moves the grid without scrolling.
    const resizes = new ResizeObserver(measureSoon);
    resizes.observe(document.body);
    if (grid.current) resizes.observe(grid.current);
    window.addEventListener('scroll', measureSoon, { passive: true });
    window.addEventListener('resize', measureSoon);
    return () => {
      cancelAnimationFrame(frame);
      resizes.disconnect();
      window.removeEventListener('scroll', measureSoon);
      window.removeEventListener('resize', measureSoon);
    };
  }, []);

  const { remPx } = layout;
  const gap = gapRem * remPx;
  const { columns, columnWidth } = columnsOf(
    layout.width,
    minColumnRem === undefined ? layout.width : minColumnRem * remPx,
    gap,
  );
  const height = heightRem(columnWidth / remPx) * remPx;
  const shape = { count: items.length, columns, rowPitch: height + gap };
  const { start, end } =
    layout.width > 0 ? windowOf(shape, layout.top, layout.windowHeight, overscan) : { start: 0, end: 0 };
  const focusedIndex = focused === undefined ? -1 : items.findIndex((item) => keyOf(item) === focused);
  const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
  if (focusedIndex >= 0 && focusedIndex < start) indexes.unshift(focusedIndex);
  if (focusedIndex >= end) indexes.push(focusedIndex);
  const rows = Math.ceil(items.length / columns);

  useEffect(() => {
    if (focused !== undefined && focusedIndex < 0) setFocused(undefined);
  }, [focused, focusedIndex]);

  return (
    <ul
      ref={grid}
      className={styles.grid}
      style={{ height: Math.max(0, rows * shape.rowPitch - gap) }}
      aria-label={label}
      onBlur={() => setFocused(undefined)}
    >
      {indexes.map((index) => {
        const item = items[index];
        if (item === undefined) return null;
        const [x, y] = [(index % columns) * (columnWidth + gap), Math.floor(index / columns) * shape.rowPitch];
        return (
          <li
            key={keyOf(item)}
            className={styles.item}
            style={{ width: columnWidth, height, transform: `translate(${x}px, ${y}px)` }}
            aria-setsize={total}
            aria-posinset={index + 1}
            onFocus={() => setFocused(keyOf(item))}
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}
