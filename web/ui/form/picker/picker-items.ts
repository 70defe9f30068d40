/** Filters the items of a Picker. Pure. */
import type { PickerItem } from './PickerWords.tsx';
import { matching, plainText } from '../../text/search-text.ts';

/**
 * Every word in title or detail, or at the beginning of a code from three characters on. Who is called exactly what was
 * typed comes first: Enter takes the first.
 */
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
