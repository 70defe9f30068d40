/** Breaks texts into lines, and cuts texts that are too long. Pure functions. */

export type Weight = 500 | 700 | 800;
/** Returns the width of a text in a font size of 100 px. */
export type Measure = (text: string, weight: Weight) => number;

/** Usable share of the width: widths are measured at 100 px, and may differ slightly from those at the real font size. */
const usableShare = 0.99;

/** Breaks a text into lines that are at most `width` px wide in the font size `size` (px). Keeps the text's own line breaks. */
export function wrap(text: string, width: number, size: number, weight: Weight, measure: Measure): string[] {
  const maxWidth = ((width * usableShare) / size) * 100;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/\s+/).flatMap((each) => breakWord(each, maxWidth, weight, measure))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && measure(longer, weight) > maxWidth) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  });
}

/** Returns a word in parts that are not wider than a line. */
function breakWord(word: string, maxWidth: number, weight: Weight, measure: Measure): string[] {
  if (measure(word, weight) <= maxWidth) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && measure(part + letter, weight) > maxWidth) {
      parts.push(part);
      part = letter;
    } else part += letter;
  }
  return [...parts, part];
}

const wordPattern = /\S+/g;

export const countWords = (text: string): number => text.match(wordPattern)?.length ?? 0;

/** Returns the first `count` words of a text and '…', or the whole text if it has no more words. */
function firstWords(text: string, count: number): string {
  const matches = [...text.matchAll(wordPattern)];
  const last = matches[count - 1];
  if (count >= matches.length) return text;
  return last ? `${text.slice(0, last.index + last[0].length)}…` : '…';
}

/** A field with more words than fit. */
export interface Excess<Key extends string> {
  key: Key;
  /** Number of words to remove. */
  words: number;
}

/** Cuts texts, the longest first, until all fit together. Returns all texts, and the number of words cut from each. */
export function cutTexts<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  keys: readonly Key[],
  fits: (texts: Readonly<Record<Key, string>>) => boolean,
): { texts: Readonly<Record<Key, string>>; excess: Excess<Key>[] } {
  const excess: Excess<Key>[] = [];
  const shortened: Record<Key, string> = { ...texts };
  const longestFirst = keys
    .filter((key) => texts[key] !== '')
    .sort((left, right) => texts[right].length - texts[left].length);
  for (const key of longestFirst) {
    if (fits(shortened)) break;
    const total = countWords(texts[key]);
    let [fittingCount, tooManyCount] = [0, total];
    while (tooManyCount - fittingCount > 1) {
      const middle = Math.floor((fittingCount + tooManyCount) / 2);
      if (fits({ ...shortened, [key]: firstWords(texts[key], middle) })) fittingCount = middle;
      else tooManyCount = middle;
    }
    shortened[key] = firstWords(texts[key], fittingCount);
    excess.push({ key, words: total - fittingCount });
  }
  return { texts: shortened, excess };
}
