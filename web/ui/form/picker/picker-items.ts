/** Filters the items of a Picker. Pure. */
import type { PickerItem } from './PickerItemText.tsx';
import { filterBySearch, searchedNamesFirst } from '../../../../src/contract/text/search-text.ts';

/** Returns items by words of title or detail, or the beginning of a code, in the order of `namedItemsFirst`. */
export function findItems(items: readonly PickerItem[], search: string): PickerItem[] {
  const found = filterBySearch(
    items,
    search,
    ({ title, detail }) => `${title} ${detail ?? ''}`,
    ({ codes }) => codes ?? [],
  );
  return namedItemsFirst(found, search);
}

/** Puts items first whose whole title is in the search, because Enter chooses the first one. */
export function namedItemsFirst(items: readonly PickerItem[], search: string): PickerItem[] {
  const compareNames = searchedNamesFirst(search);
  return [...items].sort((left, right) => compareNames(left.title, right.title));
}
