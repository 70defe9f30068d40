/** Stores in this browser whether the navigation bar of wide windows is folded, that is, shows only icons. */
import { signal } from '@preact/signals-react';
import { readStored, writeStored } from '../../state/device-storage.ts';

const storageKey = 'antessala-navigation-folded';

export const isFolded = signal(readStored(storageKey) === 'yes');

export function toggleFolded(): void {
  isFolded.value = !isFolded.peek();
  writeStored(storageKey, isFolded.peek() ? 'yes' : null);
}
