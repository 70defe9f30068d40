/** Text in characters as people count them: an emoji with its modifiers is one. No imports: the studio's bundle uses it too. */

const segmenter =
  typeof Intl !== 'undefined' && 'Segmenter' in Intl
    ? new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })
    : undefined;

/** The characters of a text, each as people see it. */
export function graphemesOf(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

export function graphemeCount(text: string): number {
  if (!segmenter) return Array.from(text).length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** The first `max` characters, none of them halved. */
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
