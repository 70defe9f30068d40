/** Filters the items of a Picker. Pure. */
import type { PickerItem } from './PickerItemText.tsx';
import { filterBySearch, plainText } from '../../../../src/contract/text/search-text.ts';

/** Returns items by words of title or detail, or the beginning of a code. Exact titles come first: Enter chooses the first. */
export function findItems(items: readonly PickerItem[], search: string): PickerItem[] {
  const found = filterBySearch(
    items,
    search,
    ({ title, detail }) => `${title} ${detail ?? ''}`,
    ({ codes }) => codes ?? [],
  );
  const isExact = ({ title }: PickerItem) => plainText(title.trim()) === plainText(search.trim());
  return [...found.filter(isExact), ...found.filter((item) => !isExact(item))];
}
