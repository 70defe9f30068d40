/** Edits of a text with a maximum length, counted in graphemes as the server does. */
import { graphemeCount, graphemesOf } from '../../../../src/contract/text/graphemes.ts';

/** A text and the position of its caret. */
export interface Edit {
  text: string;
  caret: number;
}

/**
 * Returns the text after an edit, with at most `max` characters: of the typed or pasted part, which ends at `caret`, the
 * beginning is kept. Deleting is always possible.
 */
export function limitEdit(before: string, after: string, caret: number, max: number): Edit {
  if (graphemeCount(after) <= Math.max(max, after.length < before.length ? graphemeCount(before) : 0))
    return { text: after, caret };
  const tail = after.slice(caret);
  const mostUnchanged = Math.min(caret, before.length - tail.length);
  let start = 0;
  while (start < mostUnchanged && before[start] === after[start]) start += 1;
  // Two emoji may begin with the same half.
  if (/[\uD800-\uDBFF]/.test(after[start - 1] ?? '')) start -= 1;
  const head = after.slice(0, start);
  const inserted = graphemesOf(after.slice(start, caret));
  while (inserted.length > 0 && graphemeCount(head + inserted.join('') + tail) > max) inserted.pop();
  const kept = head + inserted.join('');
  return { text: kept + tail, caret: kept.length };
}

/** Puts a piece in place of the selection; undefined when it does not fit whole. */
export function insertPiece(text: string, piece: string, start: number, end: number, max: number): Edit | undefined {
  const head = text.slice(0, start) + piece;
  const result = head + text.slice(end);
  return graphemeCount(result) <= max ? { text: result, caret: head.length } : undefined;
}
