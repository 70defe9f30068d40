/** Keeps in the address the screen or group whose programme is shown: `tela=12` is screen 12, `grupo=3` is group 3. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { idIn } from './query.ts';
import { navigate, currentLocation } from './router.ts';

const parameters = { screen: 'tela', group: 'grupo' } as const;
type Kind = keyof typeof parameters;

/** Key of the target, such as 'screen:12'; undefined if the address has none. */
export const targetInAddress = computed<string | undefined>(() => {
  for (const [kind, name] of Object.entries(parameters)) {
    const id = idIn(currentLocation.value.search, name);
    if (id !== undefined) return `${kind}:${id}`;
  }
  return undefined;
});

function hrefOf(key: string): string {
  const [kind, id] = key.split(':');
  return `${paths.programme}?${parameters[kind as Kind]}=${id ?? ''}`;
}

export const openTarget = (key: string): void => navigate(hrefOf(key), { replace: true, keepScroll: true });

export const programmeHref = (screenId: number): string => hrefOf(`screen:${screenId}`);

export const groupProgrammeHref = (groupId: number): string => hrefOf(`group:${groupId}`);
