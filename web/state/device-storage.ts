/** Reads and writes localStorage. Where the browser forbids storage, reads return null and writes do nothing. */

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the value, or removes the stored one if `value` is null. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden or full: the value lasts until the page is loaded again.
  }
}
