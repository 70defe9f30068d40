/** Open tab of the management page: part of the address, so that a reload and links keep it. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { choiceIn, idIn } from './query.ts';
import { navigate, place } from './router.ts';

const tabIds = ['upload', 'conteudos', 'playlists', 'plataforma', 'telas'] as const;
export type TabId = (typeof tabIds)[number];

export const openedTab = computed<TabId>(() => choiceIn(place.value.search, 'aba', tabIds));

export const tabHref = (tab: TabId) => `${paths.manage}?aba=${tab}`;

/** The playlist editor, on its tab. */
export const playlistHref = (id: number) => `${tabHref('playlists')}&playlist=${id}`;

/** Playlist whose editor the address opens. */
export const addressedPlaylist = computed(() =>
  openedTab.value === 'playlists' ? idIn(place.value.search, 'playlist') : undefined,
);

/** The editor has been closed, or there is none to open: the address names the tab alone again. */
export function forgetAddressedPlaylist(): void {
  // Later: a dialog that closes first takes its own entry out of the history.
  setTimeout(() => {
    if (addressedPlaylist.peek() !== undefined) navigate(tabHref('playlists'), { replace: true, keepScroll: true });
  });
}

/** Back leads to the tab before. */
export function openTab(tab: TabId): void {
  if (tab !== openedTab.peek()) navigate(tabHref(tab));
}
