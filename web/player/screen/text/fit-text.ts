/** Finds by halves the largest font size at which a text fits into its box. */

export interface FontRange {
  min: number;
  max: number;
}

/** The largest whole size in the range that fits, or its smallest. Pure but for `fits`, which is asked some ten times. */
export function largestFitting({ min, max }: FontRange, fits: (px: number) => boolean): number {
  let [low, high] = [Math.floor(min), Math.floor(max)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Sets the size of `text` so that it fills `room` and nothing of it lies outside. Words are broken only where one alone is too long. */
export function fitText(text: HTMLElement, room: HTMLElement, range: FontRange): void {
  const fits = (px: number): boolean => {
    text.style.fontSize = `${px}px`;
    // Widths are rounded each by itself: the same 1194.6 px are 1195 here and 1194 there.
    return text.offsetHeight <= room.clientHeight && text.scrollWidth <= room.clientWidth + 1;
  };
  text.classList.remove('is-broken');
  if (!fits(largestFitting(range, fits))) text.classList.add('is-broken');
  fits(largestFitting(range, fits));
}
