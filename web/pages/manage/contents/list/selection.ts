/** Computes the set of selected items. Pure functions, which return new sets. */

export type Selection = ReadonlySet<number>;

export function toggle(selection: Selection, id: number): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Selects all items from `from` to `to` in the shown order, for a click with Shift. Only toggles `to` if `from` is not shown. */
export function selectRange(
  selection: Selection,
  shown: readonly number[],
  from: number | undefined,
  to: number,
): Selection {
  const [start, end] = [from === undefined ? -1 : shown.indexOf(from), shown.indexOf(to)].sort(
    (left, right) => left - right,
  ) as [number, number];
  if (start < 0) return toggle(selection, to);
  return new Set([...selection, ...shown.slice(start, end + 1)]);
}

/** Returns the selection without deleted items; the same set if none of its items was deleted. */
export function onlyExisting(selection: Selection, existing: { has(id: number): boolean }): Selection {
  const ids = [...selection];
  return ids.every((id) => existing.has(id)) ? selection : new Set(ids.filter((id) => existing.has(id)));
}
