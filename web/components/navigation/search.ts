/** Opens the search over pages, screens, contents, playlists, messages and actions (Ctrl+K). */
import { signal } from '@preact/signals-react';

export const isSearchOpen = signal(false);

export const openSearch = (): void => void (isSearchOpen.value = true);
