/** Counts and cuts grapheme clusters: an emoji with its modifiers is one. No imports: the studio's bundle uses this file too. */

/** Undefined in browsers that lack it: then code points are counted instead. */
const segmenter =
  typeof Intl !== 'undefined' && 'Segmenter' in Intl
    ? new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })
    : undefined;

/** Returns the grapheme clusters of a text. */
export function graphemesOf(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

export function graphemeCount(text: string): number {
  if (!segmenter) return Array.from(text).length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Returns the first `max` grapheme clusters. */
export function cut(text: string, max: number): string {
  if (!segmenter) return Array.from(text).slice(0, max).join('');
  let end = 0;
  let count = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (count === max) break;
    end += segment.length;
    count += 1;
  }
  return text.slice(0, end);
}
