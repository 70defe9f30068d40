/** Target whose programme is shown, in the address: `tela=12` is the screen 12, `grupo=3` a group. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { idIn } from './query.ts';
import { navigate, place } from './router.ts';

const names = { screen: 'tela', group: 'grupo' } as const;
type Kind = keyof typeof names;

/** The target's key, 'screen:12'; undefined: the address names none. */
export const addressedTarget = computed<string | undefined>(() => {
  for (const [kind, name] of Object.entries(names)) {
    const id = idIn(place.value.search, name);
    if (id !== undefined) return `${kind}:${id}`;
  }
  return undefined;
});

function hrefOf(key: string): string {
  const [kind, id] = key.split(':');
  return `${paths.programme}?${names[kind as Kind]}=${id ?? ''}`;
}

export const openTarget = (key: string): void => navigate(hrefOf(key), { replace: true, keepScroll: true });

/** The programme of a screen. */
export const programmeHref = (screenId: number): string => hrefOf(`screen:${screenId}`);

/** The programme of a group. */
export const groupProgrammeHref = (groupId: number): string => hrefOf(`group:${groupId}`);
