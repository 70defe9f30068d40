/** Stores the purpose of a person's last upload on the device, as the default of the next one. */
import type { Purpose, StatedPurpose } from '../../../src/contract/media.ts';
import { user } from '../session.ts';

const storageKey = () => `antessala-purpose-${user.peek()?.id}-${user.peek()?.member?.id ?? 0}`;

export function savedPurpose(): Purpose {
  try {
    return localStorage.getItem(storageKey()) === 'advertising' ? 'advertising' : 'information';
  } catch {
    return 'information';
  }
}

export function savePurpose(purpose: StatedPurpose): void {
  if (purpose === 'medicine') return;
  try {
    localStorage.setItem(storageKey(), purpose);
  } catch {
    // Without storage the next upload is informative.
  }
}
