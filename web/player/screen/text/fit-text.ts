/** Finds the largest font size at which a text fits into its box, by binary search. */

export interface FontRange {
  min: number;
  max: number;
}

/** Returns the largest whole size in the range that fits, or its smallest. Calls `fits` about ten times. */
export function largestFitting({ min, max }: FontRange, fits: (px: number) => boolean): number {
  let [low, high] = [Math.floor(min), Math.floor(max)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Sets the largest font size at which `text` fits into `box`. Breaks a word only if it is too long for a line. A text that does
 * not fit at `range.min` gets a smaller size, down to `leastPx`, so that it is not cut.
 */
export function fitText(text: HTMLElement, box: HTMLElement, range: FontRange, leastPx = range.min): void {
  const fits = (px: number): boolean => {
    text.style.fontSize = `${px}px`;
    // Both widths are rounded separately: 1194.6 px may be 1195 in one and 1194 in the other.
    return text.offsetHeight <= box.clientHeight && text.scrollWidth <= box.clientWidth + 1;
  };
  text.classList.remove('is-broken');
  if (!fits(largestFitting(range, fits))) text.classList.add('is-broken');
  if (!fits(largestFitting(range, fits)) && leastPx < range.min)
    fits(largestFitting({ min: leastPx, max: range.min }, fits));
}
