/** Stores how contents are shown: `sort` and `type` in the address (`&ordem=name-asc`), the layout in the browser. */
import { effect, signal } from '@preact/signals-react';
import { openedTab, tabHref } from '../../../../navigation/manage-tabs.ts';
import { paths } from '../../../../navigation/paths.ts';
import { navigate, type StudioLocation, currentLocation, isSamePath } from '../../../../navigation/router.ts';
import { writeStored } from '../../../../state/device-storage.ts';
import { addressQueryOf, type View, viewFromAddress } from './view.ts';

export type Layout = 'grid' | 'list';

const storageKey = 'antessala-contents-layout';

const defaultView: View = { sort: 'date-desc', type: 'all', search: '' };

export const contentsView = signal<View>(defaultView);
export const contentsLayout = signal<Layout>(storedLayout());

let lastLocation: StudioLocation | undefined;

effect(() => {
  const location = currentLocation.value;
  const view = contentsView.value;
  if (openedTab.value !== 'conteudos' || !isSamePath(location.path, paths.manage)) return;
  // A new address changes the view. Otherwise a changed view changes the address.
  const viewInAddress = location === lastLocation ? {} : viewFromAddress(location.search);
  lastLocation = location;
  const next = { ...view, ...viewInAddress };
  if (next.sort !== view.sort || next.type !== view.type || next.search !== view.search) contentsView.value = next;
  const wantedQuery = addressQueryOf(next);
  // Remove the search from the address: what a person types in the search field is not written there.
  const hasSearchInAddress = viewInAddress.search !== undefined;
  if (hasSearchInAddress || addressQueryOf({ ...defaultView, ...viewFromAddress(location.search) }) !== wantedQuery)
    queueMicrotask(() => {
      if (currentLocation.peek() === location)
        navigate(tabHref('conteudos') + wantedQuery, { replace: true, keepScroll: true });
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
  writeStored(storageKey, layout);
}
