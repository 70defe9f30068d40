/** 'Clínica São José' -> 'clinica sao jose': lower case, without accents. */
export const plainText = (text: string) => text.normalize('NFD').replace(/\p{Mark}/gu, '').toLowerCase();

/**
 * The items whose text contains every word of the search, whatever its accents and case; in the order they were given.
 * An empty search finds all.
 */
export function matching<T>(items: readonly T[], search: string, textOf: (item: T) => string): T[] {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  return items.filter((item) => {
    const text = plainText(textOf(item));
    return words.every((word) => text.includes(word));
  });
}
