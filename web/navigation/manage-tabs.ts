/** Keeps in the address which tab of the management page is open, for reloads and links. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { choiceIn, idIn } from './query.ts';
import { navigate, currentLocation } from './router.ts';

const tabIds = ['upload', 'conteudos', 'playlists', 'plataforma', 'telas'] as const;
export type TabId = (typeof tabIds)[number];

export const openedTab = computed<TabId>(() => choiceIn(currentLocation.value.search, 'aba', tabIds));

/** Returns the address of a tab. `search`: text for the search field of the tab. */
export const tabHref = (tab: TabId, search?: string) =>
  `${paths.manage}?aba=${tab}${search === undefined ? '' : `&busca=${encodeURIComponent(search)}`}`;

/** Returns the address of the playlists tab with one playlist's editor open. */
export const playlistHref = (id: number) => `${tabHref('playlists')}&playlist=${id}`;

/** Id of the playlist whose editor the address opens. */
export const playlistIdInAddress = computed(() =>
  openedTab.value === 'playlists' ? idIn(currentLocation.value.search, 'playlist') : undefined,
);

/** Returns the address of the upload tab whose files are sent to a screen. */
export const uploadToScreenHref = (screenId: number) => `${tabHref('upload')}&tela=${screenId}`;

/** Id of the screen to which the address sends files. */
export const screenIdOfUpload = computed(() =>
  openedTab.value === 'upload' ? idIn(currentLocation.value.search, 'tela') : undefined,
);

/** Removes the playlist from the address when its editor was closed or the playlist does not exist. */
export function removePlaylistFromAddress(): void {
  // Wait: a dialog that is being closed removes its history entry first.
  setTimeout(() => {
    if (playlistIdInAddress.peek() !== undefined) navigate(tabHref('playlists'), { replace: true, keepScroll: true });
  });
}

/** Opens a tab; Back opens the previous one. */
export function openTab(tab: TabId): void {
  if (tab !== openedTab.peek()) navigate(tabHref(tab));
}
