/** The person's choice of light or dark, kept in this browser. Without imports: first-paint.ts must stay tiny. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'antessala-theme';
export const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

export function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage can be forbidden; the system's theme then.
    return 'system';
  }
}

export function storeChoice(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // The choice then lasts until the window closes.
  }
}

export const themeOf = (choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' =>
  choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;
