/** Filters the items of a Picker. Pure. */
import type { PickerItem } from './PickerWords.tsx';
import { matching, plainText } from '../../text/search-text.ts';

/** Finds items by words of title or detail, or the beginning of a code. Exact titles come first, for Enter. */
export function findItems(items: readonly PickerItem[], search: string): PickerItem[] {
  const found = matching(
    items,
    search,
    ({ title, detail }) => `${title} ${detail ?? ''}`,
    ({ codes }) => codes ?? [],
  );
  const isCalledSo = ({ title }: PickerItem) => plainText(title.trim()) === plainText(search.trim());
  return [...found.filter(isCalledSo), ...found.filter((item) => !isCalledSo(item))];
}
