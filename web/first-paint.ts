/** Sets the theme in <head>, before the page is first painted, so that the other theme does not flash while the studio loads. */
import { storedChoice, systemDark, themeOf } from './state/theme/stored-theme.ts';

document.documentElement.dataset.theme = themeOf(storedChoice(), systemDark.matches);
