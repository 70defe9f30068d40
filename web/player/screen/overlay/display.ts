import { turnScreen } from '../../device/rotation.ts';
import type { Display } from '../../server/requests/responses.ts';

/**
 * Applies the display settings (contract/README 9.8, 9.11, 9.14). `undefined` (no response yet) leaves the rotation as it is
 * and applies the other defaults: no dark clock, and a picture that makes room for ticker and notices.
 */
export function applyDisplaySettings(display: Display | undefined): void {
  if (display) turnScreen(display.rotation ?? 0);
  const brightness = display?.darkBrightness ?? 0;
  document.body.classList.toggle('has-dark-clock', brightness > 0);
  document.body.style.setProperty('--dark-brightness', String(brightness / 100));
  document.body.classList.toggle('shrinks-picture', display?.shrinksPicture ?? true);
}
