/** Searches texts as people do: every word, in any order, ignoring accents and case. */

/** Returns a text in lower case and without accents: 'Clínica São José' becomes 'clinica sao jose'. */
export const foldForSearch = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

const wordsOf = (text: string) => foldForSearch(text).split(/\s+/).filter(Boolean);

/** Minimum length of a word that is compared with codes: shorter ones match random codes by chance. */
const minCodeLength = 3;

/**
 * Returns a function that tells whether a text contains every word of the search, ignoring accents and case. A word of three or more
 * characters also matches the beginning of a code.
 */
export function searchFilter(search: string): (text: string, codes?: readonly string[]) => boolean {
  const words = wordsOf(search);
  if (words.length === 0) return () => true;
  return (text, codes = []) => {
    const plain = foldForSearch(text);
    const matchesCode = (word: string) =>
      word.length >= minCodeLength && codes.some((code) => code.toLowerCase().startsWith(word));
    return words.every((word) => plain.includes(word) || matchesCode(word));
  };
}

/**
 * Returns a comparison that puts first the names of which every word is in the search, and of these the names with more words:
 * a search for "tela 1 sol" puts "Tela 1" before "Tela 10".
 */
export function searchedNamesFirst(search: string): (left: string, right: string) => number {
  const words = wordsOf(search);
  if (words.length === 0) return () => 0;
  const ranks = new Map<string, number>();
  function rankOf(name: string): number {
    // A longer name cannot be in the search. Splitting 10,000 names into words would take 60 ms.
    if (name.length > search.length) return 0;
    let rank = ranks.get(name);
    if (rank === undefined) {
      const nameWords = wordsOf(name);
      rank = nameWords.every((word) => words.includes(word)) ? nameWords.length : 0;
      ranks.set(name, rank);
    }
    return rank;
  }
  return (left, right) => rankOf(right) - rankOf(left);
}

/** Returns the items whose text or codes match the search. */
export function filterBySearch<T>(
  items: readonly T[],
  search: string,
  textOf: (item: T) => string,
  codesOf?: (item: T) => readonly string[],
): T[] {
  const matches = searchFilter(search);
  return items.filter((item) => matches(textOf(item), codesOf?.(item)));
}
