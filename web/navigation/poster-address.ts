/** Addresses of the poster editor. */
import { computed } from '@preact/signals-react';
import { paths } from './paths.ts';
import { idIn } from './query.ts';
import { currentLocation } from './router.ts';

export const newPosterHref = (template: string) => `${paths.poster}?modelo=${template}`;
export const editPosterHref = (id: number) => `${paths.poster}?editar=${id}`;
export const copyPosterHref = (id: number) => `${paths.poster}?copia=${id}`;

/** The poster that the address opens: a new one from a template, or an existing one to change or to copy. */
export const openedPoster = computed(() => {
  const { search } = currentLocation.value;
  return {
    template: new URLSearchParams(search).get('modelo'),
    editedId: idIn(search, 'editar'),
    copiedId: idIn(search, 'copia'),
  };
});
