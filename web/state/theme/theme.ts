/** The theme: the system's, or the user's choice (stored in this browser). Sets `data-theme` on <html>. */
import { computed, effect, signal } from '@preact/signals-react';
import { storeChoice, storedChoice, systemDark, type ThemeChoice, themeOf } from './stored-theme.ts';

const systemIsDark = signal(systemDark.matches);
export const themeChoice = signal<ThemeChoice>(storedChoice());
export const theme = computed(() => themeOf(themeChoice.value, systemIsDark.value));

export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  storeChoice(choice);
}

/** Applies the theme and its changes. Called once; first-paint.ts has applied it to the first paint. */
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
