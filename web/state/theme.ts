/** Light or dark: the system's, or the person's choice (kept in this browser). Sets `data-theme` on <html>. */
import { computed, effect, signal } from '@preact/signals-react';

export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'antessala-theme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(systemDark.matches);
export const themeChoice = signal<ThemeChoice>(storedChoice());
export const theme = computed<'light' | 'dark'>(() => (themeChoice.value === 'system' ? (systemIsDark.value ? 'dark' : 'light') : themeChoice.value));

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage can be forbidden; the system's theme then.
    return 'system';
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // The choice then lasts until the window closes.
  }
}

/** Called once, before the first render: no flash of the other theme. */
export function startTheme(): void {
  systemDark.addEventListener('change', () => {
    systemIsDark.value = systemDark.matches;
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    const canvas = getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  });
}
