/** Stores in this browser whether the navigation bar of wide windows is collapsed to its icons. */
import { signal } from '@preact/signals-react';
import { readStored, writeStored } from '../../state/device-storage.ts';

const storageKey = 'antessala-navigation-folded';

export const isBarCollapsed = signal(readStored(storageKey) === 'yes');

export function toggleBar(): void {
  isBarCollapsed.value = !isBarCollapsed.peek();
  writeStored(storageKey, isBarCollapsed.peek() ? 'yes' : null);
}
