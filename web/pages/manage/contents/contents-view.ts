/** How the contents are looked at: kept while the studio is open, the layout in this browser. */
import { signal } from '@preact/signals-react';
import type { View } from './view.ts';

export type Layout = 'grid' | 'list';

const storageKey = 'antessala-contents-layout';

export const contentsView = signal<View>({ sort: 'date-desc', type: 'all', search: '' });
export const contentsLayout = signal<Layout>(storedLayout());

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
    // The choice then lasts until the window closes.
  }
}
