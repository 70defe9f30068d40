/** Keeps in the address which tab of the calls page is open, for reloads and links. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { choiceIn } from './query.ts';
import { navigate, currentLocation } from './router.ts';

const tabIds = ['chamar', 'relatorio', 'ajustes'] as const;
type CallTabId = (typeof tabIds)[number];

export const openedCallTab = computed<CallTabId>(() => choiceIn(currentLocation.value.search, 'aba', tabIds));

export function openCallTab(tab: CallTabId): void {
  if (tab !== openedCallTab.peek()) navigate(tab === 'chamar' ? paths.calls : `${paths.calls}?aba=${tab}`);
}
