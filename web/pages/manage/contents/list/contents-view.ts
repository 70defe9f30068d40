/** View of the contents. The address stores order and kind (`&ordem=name-asc&tipo=image`), the browser the layout. */
import { effect, signal } from '@preact/signals-react';
import { openedTab, tabHref } from '../../../../navigation/manage-tabs.ts';
import { paths } from '../../../../navigation/paths.ts';
import { navigate, type Place, place, samePath } from '../../../../navigation/router.ts';
import { queryOfView, type View, viewOfQuery } from './view.ts';

export type Layout = 'grid' | 'list';

const storageKey = 'antessala-contents-layout';

const defaultView: View = { sort: 'date-desc', type: 'all', search: '' };

export const contentsView = signal<View>(defaultView);
export const contentsLayout = signal<Layout>(storedLayout());

let adopted: Place | undefined;

effect(() => {
  const here = place.value;
  const view = contentsView.value;
  if (openedTab.value !== 'conteudos' || !samePath(here.path, paths.manage)) return;
  // A new address sets the view; otherwise a changed view sets the address.
  const named = here === adopted ? {} : viewOfQuery(here.search);
  adopted = here;
  const next = { ...view, ...named };
  if (next.sort !== view.sort || next.type !== view.type) contentsView.value = next;
  const wanted = queryOfView(next);
  if (queryOfView({ ...defaultView, ...viewOfQuery(here.search) }) !== wanted)
    queueMicrotask(() => {
      if (place.peek() === here) navigate(tabHref('conteudos') + wanted, { replace: true, keepScroll: true });
    });
});

function storedLayout(): Layout {
  try {
    const stored = localStorage.getItem(storageKey);
    if (stored === 'grid' || stored === 'list') return stored;
    return matchMedia('(max-width: 40rem)').matches ? 'list' : 'grid';
  } catch {
    return 'grid';
  }
}

export function chooseLayout(layout: Layout): void {
  contentsLayout.value = layout;
  try {
    localStorage.setItem(storageKey, layout);
  } catch {
    // Without storage the choice lasts until the window is closed.
  }
}
