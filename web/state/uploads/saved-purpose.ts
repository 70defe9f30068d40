/** Stores the purpose of a person's last upload on the device, as the default of the next one. */
import type { Purpose, StatedPurpose } from '../../../src/contract/media.ts';
import { readStored, writeStored } from '../device-storage.ts';
import { user } from '../session.ts';

const storageKey = () => `antessala-purpose-${user.peek()?.id}-${user.peek()?.member?.id ?? 0}`;

export const savedPurpose = (): Purpose => (readStored(storageKey()) === 'advertising' ? 'advertising' : 'information');

/** Stores the purpose as the next default, except `medicine`. */
export function savePurpose(purpose: StatedPurpose): void {
  if (purpose !== 'medicine') writeStored(storageKey(), purpose);
}
