/** Finds a page of a list that is filtered and sorted by rules that SQL cannot express. */
import { insertRow } from '../../contract/changes/order.ts';

/** Yields the rows in batches of `size`. `rowsAfter` returns the first `size` rows, in the order of their ids, after the given id. */
export function* rowBatches<Row>(
  size: number,
  rowsAfter: (id: number) => Row[],
  idOf: (row: Row) => number,
): Generator<Row[]> {
  for (let after = 0; ;) {
    const rows = rowsAfter(after);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = idOf(last);
  }
}

export interface PageRequest<Row> {
  matches: (row: Row) => boolean;
  compare: (left: Row, right: Row) => number;
  /** The page begins after this row, which need not exist any more. If undefined, it begins with the first row. */
  after: Row | undefined;
  /** Maximum number of rows; undefined: all. */
  limit: number | undefined;
  /** True if the rows are in the order of `compare`: a full page ends the search, and only the rows up to its end are counted. */
  isSorted?: boolean;
}

/** Returns the page, and the number of matching rows of the whole list. Yields after each batch of rows. */
export function* findPage<Row>(
  batches: Iterable<readonly Row[]>,
  { matches, compare, after, limit = Infinity, isSorted = false }: PageRequest<Row>,
): Generator<void, { page: Row[]; count: number }> {
  const page: Row[] = [];
  let count = 0;
  for (const rows of batches) {
    for (const row of rows) {
      if (!matches(row)) continue;
      count += 1;
      if (after && compare(row, after) <= 0) continue;
      const last = page[limit - 1];
      if (limit === 0 || (last !== undefined && compare(row, last) >= 0)) continue;
      insertRow(page, row, compare);
      if (isSorted && page.length === limit) return { page, count };
      if (page.length > limit) page.pop();
    }
    yield;
  }
  return { page, count };
}
