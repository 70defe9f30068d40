/** Open tab of the calls page: in the address, so that a reload and links keep it. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { navigate, place } from './router.ts';

const tabIds = ['chamar', 'relatorio', 'ajustes'] as const;
type CallTabId = (typeof tabIds)[number];

export const openedCallTab = computed<CallTabId>(() => {
  const wanted = new URLSearchParams(place.value.search).get('aba');
  return tabIds.find((id) => id === wanted) ?? 'chamar';
});

export function openCallTab(tab: CallTabId): void {
  if (tab !== openedCallTab.peek()) navigate(tab === 'chamar' ? paths.calls : `${paths.calls}?aba=${tab}`);
}
