import { focusWhenLost } from '../../../ui/overlay/focus-when-lost.ts';

/** Id of the line that counts the screens. */
export const resultsId = 'telas-encontradas';

/** The card went, and the focus with it: keyboard users go on from the count above the list. */
export function keepFocus(): void {
  focusWhenLost(() => document.getElementById(resultsId));
}
