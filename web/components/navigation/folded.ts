/** Stores in this browser whether the navigation bar of wide windows is folded, that is, shows only icons. */
import { signal } from '@preact/signals-react';

const storageKey = 'antessala-navigation-folded';

function isStoredFolded(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'yes';
  } catch {
    return false;
  }
}

export const isFolded = signal(isStoredFolded());

export function toggleFolded(): void {
  isFolded.value = !isFolded.peek();
  try {
    if (isFolded.peek()) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage the choice lasts until the window is closed.
  }
}
