/** Keeps what was typed in the setup of a new server, except the password, until the window is closed: a reload loses nothing. */
import type { Values } from './form.ts';

const storageKey = 'antessala-first-steps';

/** Returns the stored values; none if there are none, or if storage is forbidden. */
export function storedValues(): Partial<Values> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Values>;
  } catch {
    return {};
  }
}

export function storeValues(values: Values): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...values, password: '' }));
  } catch {
    // Storage is forbidden: a reload loses the values.
  }
}

export function deleteStoredValues(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
