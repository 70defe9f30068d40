/** The user's choice of a theme, stored in this browser. Imports nothing, because first-paint.ts uses it and must stay tiny. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'antessala-theme';
export const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

export function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage is forbidden: use the system's theme.
    return 'system';
  }
}

export function storeChoice(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Storage is forbidden: the choice lasts until the window closes.
  }
}

export const themeOf = (choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' =>
  choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;
