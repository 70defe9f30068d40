import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './WindowedGrid.module.css';
import { columnsOf, windowOf } from './windowing.ts';

export interface WindowedGridProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => number;
  /** Narrowest column, rem; leave it out for one column. */
  minColumnRem?: number;
  gapRem: number;
  /** Height of every item, rem, given the width of its column. */
  heightRem: (columnRem: number) => number;
  children: (item: T) => ReactNode;
}

/** Rows kept beyond the edges of the screen, so that Tab and quick scrolling find something. */
const overscan = 2;
/** Scrolling redraws once per this many px. */
const stepPx = 160;

/**
 * A grid of hundreds of equal items that scrolls with the page and holds only those near the screen and the focused one. Screen
 * readers hear the true positions.
 */
export function WindowedGrid<T>({
  label,
  items,
  keyOf,
  minColumnRem,
  gapRem,
  heightRem,
  children,
}: WindowedGridProps<T>) {
  const grid = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState({ width: 0, top: 0, screen: 0, remPx: 16 });
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
        screen: window.innerHeight + stepPx,
        remPx: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      };
      setPlace((last) =>
        last.width === next.width && last.top === next.top && last.screen === next.screen && last.remPx === next.remPx
          ? last
          : next,
      );
    };
    const soon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    // What stands above may grow: then the grid moves without scrolling.
    const sizes = new ResizeObserver(soon);
    sizes.observe(document.body);
    if (grid.current) sizes.observe(grid.current);
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, []);

  const { remPx } = place;
  const gap = gapRem * remPx;
  const { columns, columnWidth } = columnsOf(
    place.width,
    minColumnRem === undefined ? place.width : minColumnRem * remPx,
    gap,
  );
  const height = heightRem(columnWidth / remPx) * remPx;
  const shape = { count: items.length, columns, rowPitch: height + gap };
  const { start, end } = place.width > 0 ? windowOf(shape, place.top, place.screen, overscan) : { start: 0, end: 0 };
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
            aria-setsize={items.length}
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
