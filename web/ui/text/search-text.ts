/** Returns a text in lower case and without accents: 'Clínica São José' becomes 'clinica sao jose'. */
export const plainText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Minimum length of a word that is compared with codes: shorter ones match random codes by chance. */
const minCodeLength = 3;

/**
 * Returns the items whose text contains every word of the search, ignoring accents and case. A word of three or more
 * characters also matches the beginning of one of the item's codes.
 */
export function filterBySearch<T>(
  items: readonly T[],
  search: string,
  textOf: (item: T) => string,
  codesOf: (item: T) => readonly string[] = () => [],
): T[] {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  return items.filter((item) => {
    const text = plainText(textOf(item));
    const matchesCode = (word: string) =>
      word.length >= minCodeLength && codesOf(item).some((code) => code.toLowerCase().startsWith(word));
    return words.every((word) => text.includes(word) || matchesCode(word));
  });
}
