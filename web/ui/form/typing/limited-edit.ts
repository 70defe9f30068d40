/** Edits a text with a maximum length, counted in graphemes as on the server. */
import { graphemeCount, graphemesOf } from '../../../../src/contract/text/graphemes.ts';

interface Edit {
  text: string;
  caret: number;
}

/**
 * Returns the text after an edit, cut to `max` characters: the end of the typed or pasted part (which ends at `caret`) is
 * removed. Deletions are always allowed.
 */
export function limitEdit(before: string, after: string, caret: number, max: number): Edit {
  if (graphemeCount(after) <= Math.max(max, after.length < before.length ? graphemeCount(before) : 0))
    return { text: after, caret };
  const tail = after.slice(caret);
  const maxUnchanged = Math.min(caret, before.length - tail.length);
  let start = 0;
  while (start < maxUnchanged && before[start] === after[start]) start += 1;
  // Two emoji may share their first surrogate: do not split it.
  if (/[\uD800-\uDBFF]/.test(after[start - 1] ?? '')) start -= 1;
  const head = after.slice(0, start);
  const inserted = graphemesOf(after.slice(start, caret));
  while (inserted.length > 0 && graphemeCount(head + inserted.join('') + tail) > max) inserted.pop();
  const beforeCaret = head + inserted.join('');
  return { text: beforeCaret + tail, caret: beforeCaret.length };
}

/** Replaces the selection (`start` to `end`) by `added`. Returns undefined when the result would be too long. */
export function replaceSelection(
  text: string,
  added: string,
  start: number,
  end: number,
  max: number,
): Edit | undefined {
  const head = text.slice(0, start) + added;
  const result = head + text.slice(end);
  return graphemeCount(result) <= max ? { text: result, caret: head.length } : undefined;
}
