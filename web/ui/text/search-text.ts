/** 'Clínica São José' -> 'clinica sao jose': lower case, without accents. */
export const plainText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** A shorter word is in a random code by chance: "tela 2" would find every code with a 2. */
const shortestCodePart = 3;

/**
 * Returns the items whose text contains every word of the search, whatever its accents and case. A word may also begin one of
 * the item's codes, from three characters on.
 */
export function matching<T>(
  items: readonly T[],
  search: string,
  textOf: (item: T) => string,
  codesOf: (item: T) => readonly string[] = () => [],
): T[] {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  return items.filter((item) => {
    const text = plainText(textOf(item));
    const beginsCode = (word: string) =>
      word.length >= shortestCodePart && codesOf(item).some((code) => code.toLowerCase().startsWith(word));
    return words.every((word) => text.includes(word) || beginsCode(word));
  });
}
