/** localStorage key of the density in which this browser lists the screens. */
const storageKey = 'antessala-screens-density';

/** True if this browser lists the screens in compact rows. */
export function savedIsCompact(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'compact';
  } catch {
    return false;
  }
}

export function saveIsCompact(isCompact: boolean): void {
  try {
    if (isCompact) localStorage.setItem(storageKey, 'compact');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage the density is chosen again after a reload.
  }
}
