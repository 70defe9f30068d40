/** Calculates positions while a line of a list is moved. Lengths are in px. */

export interface Box {
  top: number;
  height: number;
}

/** Returns the list with one item moved from index `from` to index `to`. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}

/** Returns the new index of line `from` after dragging it by `dy`: the number of other lines whose middle is above its own. */
export function dropIndex(boxes: readonly Box[], from: number, dy: number): number {
  const moved = boxes[from];
  if (!moved) return from;
  const middle = moved.top + moved.height / 2 + dy;
  return boxes.filter((box, index) => index !== from && box.top + box.height / 2 < middle).length;
}

/** Returns how far line `from` has to move to be at index `to`. */
export function offsetAt(boxes: readonly Box[], from: number, to: number): number {
  const [moved, target] = [boxes[from], boxes[to]];
  if (!moved || !target) return 0;
  return to > from ? target.top + target.height - moved.top - moved.height : target.top - moved.top;
}

/** Returns how far line `index` moves to make room while line `from` is over index `to`. */
export function displacement(boxes: readonly Box[], index: number, from: number, to: number): number {
  const [moved, next, previous] = [boxes[from], boxes[from + 1], boxes[from - 1]];
  if (!moved || index === from) return 0;
  const gap = next ? next.top - moved.top - moved.height : previous ? moved.top - previous.top - previous.height : 0;
  if (index > from && index <= to) return -(moved.height + gap);
  return index < from && index >= to ? moved.height + gap : 0;
}
