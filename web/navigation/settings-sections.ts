/** Keeps in the address which section of the settings page is open, for reloads and links. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { choiceIn } from './query.ts';
import { navigate, currentLocation } from './router.ts';

const sectionIds = ['sistema', 'codigos', 'radios', 'email', 'backups', 'tarefas'] as const;
type SectionId = (typeof sectionIds)[number];

export const openedSection = computed<SectionId>(() => choiceIn(currentLocation.value.search, 'secao', sectionIds));

export const sectionHref = (section: SectionId) => `${paths.settings}?secao=${section}`;

export function openSection(section: SectionId): void {
  navigate(sectionHref(section), { replace: true });
}
