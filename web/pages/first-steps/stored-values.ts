/** Stores the typed values of the setup, except the password, so that a reload keeps them. Closing the window deletes them. */
import type { Values } from './form.ts';

const storageKey = 'antessala-first-steps';

/** Returns the stored values, or {} if there are none or storage is forbidden. */
export function readStoredValues(): Partial<Values> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Values>;
  } catch {
    return {};
  }
}

/** Stores only the values that differ from `initial`: the others are read from the server again at a reload. */
export function storeValues(values: Values, initial: Values): void {
  const typed = Object.entries(values).filter(([name, value]) => value !== initial[name as keyof Values]);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...Object.fromEntries(typed), password: '' }));
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
