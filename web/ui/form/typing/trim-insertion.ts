/** Kinds of one-line fields that hold codes, addresses and names. Spaces of a password are its own. */
const trimmedTypes = new Set(['text', 'email', 'search', 'tel', 'url']);

/** Selection that an insertion replaces; `null`: the field does not tell (e-mail fields never do). */
export interface Selection {
  start: number | null;
  end: number | null;
}

/** Returns a pasted text without spaces at both ends, except where they separate it from the text beside it. */
export function meantInsertion(piece: string, value: string, { start, end }: Selection): string {
  const isAtStart = start === null || value.slice(0, start).trim() === '';
  const isAtEnd = end === null || value.slice(end).trim() === '';
  const withoutHead = isAtStart ? piece.trimStart() : piece;
  return isAtEnd ? withoutHead.trimEnd() : withoutHead;
}

/** Trims what is pasted into any one-line field, before its length limit cuts it, until the result is called. */
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
