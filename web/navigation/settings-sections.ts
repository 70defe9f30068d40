/** Open section of the settings: in the address, so that a reload and links keep it. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { navigate, place } from './router.ts';

const sectionIds = ['sistema', 'codigos', 'radios', 'email', 'backups', 'tarefas'] as const;
export type SectionId = (typeof sectionIds)[number];

export const openedSection = computed<SectionId>(() => {
  const wanted = new URLSearchParams(place.value.search).get('secao');
  return sectionIds.find((id) => id === wanted) ?? 'sistema';
});

export const sectionHref = (section: SectionId) => `${paths.settings}?secao=${section}`;

export function openSection(section: SectionId): void {
  navigate(sectionHref(section), { replace: true });
}
