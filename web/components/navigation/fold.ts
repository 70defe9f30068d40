/** Whether the navigation bar of wide windows shows only icons; remembered in this browser. */
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

export function toggleFold(): void {
  isFolded.value = !isFolded.peek();
  try {
    if (isFolded.peek()) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage the choice lasts until the window is closed.
  }
}
