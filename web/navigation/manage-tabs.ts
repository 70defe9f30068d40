/** Which of the five tabs is open: part of the address, so that a reload and links keep it. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { navigate, place } from './router.ts';

const tabIds = ['upload', 'conteudos', 'playlists', 'plataforma', 'telas'] as const;
export type TabId = (typeof tabIds)[number];

export const openedTab = computed<TabId>(() => {
  const wanted = new URLSearchParams(place.value.search).get('aba')?.toLowerCase();
  return tabIds.find((id) => id === wanted) ?? 'upload';
});

export const tabHref = (tab: TabId) => `${paths.manage}?aba=${tab}`;

/** Back leads to the tab before. */
export function openTab(tab: TabId): void {
  if (tab !== openedTab.peek()) navigate(tabHref(tab));
}
