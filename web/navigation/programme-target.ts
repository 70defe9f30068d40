/** Whose programme is shown: in the address, so that a reload and links keep it. `tela=12` is the screen 12. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { navigate, place } from './router.ts';

/** The target's key, 'screen:12'; undefined: the address names none. */
export const addressedTarget = computed<string | undefined>(() => {
  const wanted = Number(new URLSearchParams(place.value.search).get('tela'));
  return Number.isSafeInteger(wanted) && wanted > 0 ? `screen:${wanted}` : undefined;
});

const hrefOf = (key: string) => `${paths.programme}?tela=${key.split(':')[1] ?? ''}`;

export const openTarget = (key: string): void => navigate(hrefOf(key), { replace: true, keepScroll: true });

/** The programme of a screen. */
export const programmeHref = (screenId: number): string => hrefOf(`screen:${screenId}`);
