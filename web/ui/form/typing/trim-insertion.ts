/** Kinds of one-line fields that hold codes, addresses and names. Spaces of a password are its own. */
const trimmedTypes = new Set(['text', 'email', 'search', 'tel', 'url']);

/** Selection that an insertion replaces; `null`: the field does not tell (e-mail fields never do). */
export interface Selection {
  start: number | null;
  end: number | null;
}

/**
 * Returns a pasted, dropped or filled-in text without the spaces that copying adds at both ends, except where they
 * separate it from the text before or after.
 */
export function meantInsertion(piece: string, value: string, { start, end }: Selection): string {
  const isAtStart = start === null || value.slice(0, start).trim() === '';
  const isAtEnd = end === null || value.slice(end).trim() === '';
  const withoutHead = isAtStart ? piece.trimStart() : piece;
  return isAtEnd ? withoutHead.trimEnd() : withoutHead;
}

/**
 * Trims what comes in whole into any one-line field of the document, before the field's length limit cuts it; the result
 * ends that. What is typed, key by key, stays as it is.
 */
export function trimInsertions(): () => void {
  const trim = (event: InputEvent) => {
    const field = event.target;
    const piece = event.data;
    if (!(field instanceof HTMLInputElement) || !trimmedTypes.has(field.type) || field.readOnly) return;
    if (!piece || piece.length < 2 || event.isComposing || !event.inputType.startsWith('insert')) return;
    const meant = meantInsertion(piece, field.value, { start: field.selectionStart, end: field.selectionEnd });
    // All spaces: nothing to cut that matters.
    if (meant === piece || meant === '') return;
    event.preventDefault();
    // As if typed, so that the limit, undo and the page see it.
    document.execCommand('insertText', false, meant);
  };
  document.addEventListener('beforeinput', trim);
  return () => document.removeEventListener('beforeinput', trim);
}
