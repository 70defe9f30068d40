/** Types of one-line fields that are trimmed. Not passwords: their spaces count. */
const trimmedTypes = new Set(['text', 'email', 'search', 'tel', 'url']);

/** Selection that an insertion replaces. Null: the field does not report it (e-mail fields never do). */
export interface Selection {
  start: number | null;
  end: number | null;
}

/** Returns a pasted text without spaces at its ends, except spaces that separate it from the text beside it. */
export function trimmedInsertion(pasted: string, value: string, { start, end }: Selection): string {
  const isAtStart = start === null || value.slice(0, start).trim() === '';
  const isAtEnd = end === null || value.slice(end).trim() === '';
  const startTrimmed = isAtStart ? pasted.trimStart() : pasted;
  return isAtEnd ? startTrimmed.trimEnd() : startTrimmed;
}

/** Trims texts pasted into one-line fields, before a length limit cuts them. Returns a function that stops the trimming. */
export function trimInsertions(): () => void {
  const trim = (event: InputEvent) => {
    const field = event.target;
    const pasted = event.data;
    if (!(field instanceof HTMLInputElement) || !trimmedTypes.has(field.type) || field.readOnly) return;
    if (!pasted || pasted.length < 2 || event.isComposing || !event.inputType.startsWith('insert')) return;
    const trimmed = trimmedInsertion(pasted, field.value, { start: field.selectionStart, end: field.selectionEnd });
    if (trimmed === pasted || trimmed === '') return;
    event.preventDefault();
    // Inserted like typed text, so that the length limit, undo and React notice it.
    document.execCommand('insertText', false, trimmed);
  };
  document.addEventListener('beforeinput', trim);
  return () => document.removeEventListener('beforeinput', trim);
}
