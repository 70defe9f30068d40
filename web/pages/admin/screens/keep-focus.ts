/** Of the line that counts the screens. */
export const resultsId = 'telas-encontradas';

/** The card went, and the focus with it: keyboard users go on from the count above the list. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(resultsId)?.focus({ preventScroll: true });
  });
}
