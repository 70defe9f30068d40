/** Turns the pages of a TV that is mounted upright or upside down, by CSS alone (contract/README 9.11). */
import type { Rotation } from '../../../src/contract/display.ts';
import { listen } from './dom.ts';

/** Key of the rotation in local storage, which is read before the first paint of a start. */
const key = 'antessala_rotation';
const rotations: readonly Rotation[] = [0, 90, 180, 270];
let current: Rotation = 0;

/** Returns the width and height of the screen in px, as people in front of the TV see it. */
export function screenSize(): { width: number; height: number } {
  const { innerWidth: width, innerHeight: height } = window;
  return current % 180 === 0 ? { width, height } : { width: height, height: width };
}

function layOut(): void {
  const { width, height } = screenSize();
  const { classList, dataset } = document.documentElement;
  if (current === 0) delete dataset.rotation;
  else dataset.rotation = String(current);
  classList.toggle('is-sideways', current % 180 !== 0);
  // Media queries do not know the rotation.
  classList.toggle('is-upright', height > width);
}

function turnTo(rotation: Rotation): void {
  if (rotation === current) return;
  current = rotation;
  layOut();
  // Listeners of this event fit their texts again.
  window.dispatchEvent(new Event('resize'));
}

/** Lays the page out for the window's shape, now and whenever it changes. */
export function followWindow(): void {
  layOut();
  listen('resize', layOut, { capture: true });
}

/** Turns the page by the stored rotation. `isTurnable`: false for a preview, and for a device without a pairing. */
export function restoreRotation(isTurnable: boolean): void {
  let stored: Rotation | undefined;
  try {
    stored = rotations.find((each) => String(each) === localStorage.getItem(key));
  } catch {
    // Without storage the server's response turns the page.
  }
  turnTo((isTurnable && stored) || 0);
}

/** Turns the page, and stores the rotation for the next start. */
export function turnScreen(rotation: Rotation): void {
  turnTo(rotation);
  if (rotation === 0) return deleteRotation();
  try {
    localStorage.setItem(key, String(rotation));
  } catch {
    // The next start turns the page once its stored settings are read.
  }
}

export function deleteRotation(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
