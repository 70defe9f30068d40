/** Applies the display settings that the account chose (contract/README 9.8). */
import type { Display } from '../../server/requests/responses.ts';

/** Applies the settings. By default the picture makes room for ticker and notices. */
export function showDisplay(display: Display | undefined): void {
  document.body.classList.toggle('shrinks-picture', display?.shrinksPicture ?? true);
}
