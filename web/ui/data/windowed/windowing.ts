/** Selects the items of a long grid that are near the screen. Lengths in px. */

/** Returns the number of columns of at least `minWidth` that fit, and their width. */
export function columnsOf(width: number, minWidth: number, gap: number): { columns: number; columnWidth: number } {
  const columns = Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
  return { columns, columnWidth: (width - gap * (columns - 1)) / columns };
}

/**
 * Returns the first and one past the last item near the screen. `rowPitch`: a row's height with its gap; `top`: the screen's
 * upper edge, measured from the grid's; `overscan`: rows kept above and below.
 */
export function windowOf(
  { count, columns, rowPitch }: { count: number; columns: number; rowPitch: number },
  top: number,
  screenHeight: number,
  overscan: number,
): { start: number; end: number } {
  if (rowPitch <= 0) return { start: 0, end: 0 };
  const rows = Math.ceil(count / columns);
  const first = Math.max(0, Math.min(rows, Math.floor(top / rowPitch) - overscan));
  const last = Math.max(first, Math.min(rows, Math.ceil((top + screenHeight) / rowPitch) + overscan));
  return { start: first * columns, end: Math.min(count, last * columns) };
}
