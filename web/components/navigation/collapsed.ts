/** Stores in this browser if the navigation bar of wide windows shows only icons. */
import { signal } from '@preact/signals-react';

const storageKey = 'antessala-navigation-folded';

function isStoredCollapsed(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'yes';
  } catch {
    return false;
  }
}

export const isCollapsed = signal(isStoredCollapsed());

export function toggleCollapsed(): void {
  isCollapsed.value = !isCollapsed.peek();
  try {
    if (isCollapsed.peek()) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage the choice lasts until the window is closed.
  }
}
