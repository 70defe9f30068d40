/** Breaks texts into lines, and cuts them. Pure. */

export type Weight = 500 | 700 | 800;
/** Returns the width of a text in a font size of 100 px. */
export type Measure = (text: string, weight: Weight) => number;

/** Slack for kerning between words, which are measured one by one. */
const slack = 0.99;

/** Returns the lines of a text that is at most `width` px wide in the font size `size` (px). Line breaks stay. */
export function wrap(text: string, width: number, size: number, weight: Weight, measure: Measure): string[] {
  const widest = ((width * slack) / size) * 100;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/\s+/).flatMap((each) => breakWord(each, widest, weight, measure))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && measure(longer, weight) > widest) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  });
}

/** Returns a word in parts that are not wider than a line. */
function breakWord(word: string, widest: number, weight: Weight, measure: Measure): string[] {
  if (measure(word, weight) <= widest) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && measure(part + letter, weight) > widest) {
      parts.push(part);
      part = letter;
    } else part += letter;
  }
  return [...parts, part];
}

const words = /\S+/g;

export const countWords = (text: string): number => text.match(words)?.length ?? 0;

/** Returns the first words of a text with '…', or the text if it has no more. */
export function firstWords(text: string, count: number): string {
  const found = [...text.matchAll(words)];
  const last = found[count - 1];
  if (count >= found.length) return text;
  return last ? `${text.slice(0, last.index + last[0].length)}…` : '…';
}

/** A field with more words than fit. */
export interface Excess<Key extends string> {
  key: Key;
  words: number;
}

/** Cuts the longest texts until all fit. */
export function cutTexts<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  keys: readonly Key[],
  isFitting: (texts: Readonly<Record<Key, string>>) => boolean,
): { texts: Readonly<Record<Key, string>>; excess: Excess<Key>[] } {
  const excess: Excess<Key>[] = [];
  const left: Record<Key, string> = { ...texts };
  const longestFirst = keys
    .filter((key) => texts[key] !== '')
    .sort((one, other) => texts[other].length - texts[one].length);
  for (const key of longestFirst) {
    if (isFitting(left)) break;
    const total = countWords(texts[key]);
    let [kept, tooMany] = [0, total];
    while (tooMany - kept > 1) {
      const middle = Math.floor((kept + tooMany) / 2);
      if (isFitting({ ...left, [key]: firstWords(texts[key], middle) })) kept = middle;
      else tooMany = middle;
    }
    left[key] = firstWords(texts[key], kept);
    excess.push({ key, words: total - kept });
  }
  return { texts: left, excess };
}
