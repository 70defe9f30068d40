/** Searches texts: a text matches if it contains every word of the search, in any order, ignoring accents and case. */

/** Returns a text in lower case and without accents: 'Clínica São José' becomes 'clinica sao jose'. */
export const foldForSearch = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

const wordsOf = (text: string) => foldForSearch(text).split(/\s+/).filter(Boolean);

/** Minimum length of a word that is compared with codes: shorter words match random codes by chance. */
const minCodeLength = 3;

/**
 * Returns a function that is true if each word of the search is in the text, or is the beginning of one of the codes (such as a
 * screen's code). Only words of three or more characters are compared with codes.
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
 * Returns a comparison for sorting names. Names that consist only of words of the search come first, and among these the names
 * with more words: a search for "tela 1 sol" puts "Tela 1" before "Tela 10".
 */
export function searchedNamesFirst(search: string): (left: string, right: string) => number {
  const words = wordsOf(search);
  if (words.length === 0) return () => 0;
  const ranks = new Map<string, number>();
  function rankOf(name: string): number {
    // A name longer than the search has other words: do not split it, as splitting 10,000 names into words takes 60 ms.
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
