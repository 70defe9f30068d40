/** Searches texts as people do: every word, in any order, ignoring accents and case. */

/** Returns a text in lower case and without accents: 'Clínica São José' becomes 'clinica sao jose'. */
export const plainText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Minimum length of a word that is compared with codes: shorter ones match random codes by chance. */
const minCodeLength = 3;

/**
 * Returns a test whether a text contains every word of the search, ignoring accents and case. A word of three or more
 * characters also matches the beginning of a code.
 */
export function searchTest(search: string): (text: string, codes?: readonly string[]) => boolean {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (text, codes = []) => {
    const plain = plainText(text);
    const matchesCode = (word: string) =>
      word.length >= minCodeLength && codes.some((code) => code.toLowerCase().startsWith(word));
    return words.every((word) => plain.includes(word) || matchesCode(word));
  };
}

/** Returns the items whose text or codes match the search. */
export function filterBySearch<T>(
  items: readonly T[],
  search: string,
  textOf: (item: T) => string,
  codesOf?: (item: T) => readonly string[],
): T[] {
  const matches = searchTest(search);
  return items.filter((item) => matches(textOf(item), codesOf?.(item)));
}
