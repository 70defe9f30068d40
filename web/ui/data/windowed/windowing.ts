/** Selects the items of a long grid that are near the visible part of the page. Lengths are in px. */

/** Returns the number of columns of at least `minWidth` that fit, and their width. */
export function columnsOf(width: number, minWidth: number, gap: number): { columns: number; columnWidth: number } {
  const columns = Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
  return { columns, columnWidth: (width - gap * (columns - 1)) / columns };
}

/**
 * Returns the items near the window as the half-open range `start` to `end`. `rowPitch`: height of a row with its gap; `top`: the
 * distance of the window's upper edge from the grid's; `overscan`: rows rendered above and below the window.
 */
export function windowOf(
  { count, columns, rowPitch }: { count: number; columns: number; rowPitch: number },
  top: number,
  windowHeight: number,
  overscan: number,
): { start: number; end: number } {
  if (rowPitch <= 0) return { start: 0, end: 0 };
  const rows = Math.ceil(count / columns);
  const first = Math.max(0, Math.min(rows, Math.floor(top / rowPitch) - overscan));
  const last = Math.max(first, Math.min(rows, Math.ceil((top + windowHeight) / rowPitch) + overscan));
  return { start: first * columns, end: Math.min(count, last * columns) };
}
