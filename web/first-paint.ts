/** Runs before the page is first painted, in <head>: no flash of the other theme while the studio loads. */
import { storedChoice, systemDark, themeOf } from './state/theme/stored-theme.ts';

document.documentElement.dataset.theme = themeOf(storedChoice(), systemDark.matches);
