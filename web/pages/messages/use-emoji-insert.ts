import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { replaceSelection } from '../../ui/form/typing/limited-edit.ts';

/** Text fields into which emoji can be inserted, by name. */
type TextBoxes<Name extends string> = Record<Name, RefObject<HTMLInputElement | HTMLTextAreaElement | null>>;

/** Inserts emoji at the caret of `picking`, the field whose picker is open. `note` says that the field is full, else it is ''. */
export function useEmojiInsert<Name extends string>(
  boxes: TextBoxes<Name>,
  /** Maximum number of graphemes by field. */
  maxOf: Record<Name, number>,
  onChange: (name: Name, text: string) => void,
) {
  const [picking, setPicking] = useState<Name>();
  const [note, setNote] = useState('');
  const caret = useRef<{ name: Name; position: number } | undefined>(undefined);

  useLayoutEffect(() => {
    if (!caret.current) return;
    const { name, position } = caret.current;
    caret.current = undefined;
    boxes[name].current?.setSelectionRange(position, position);
  });

  return {
    picking,
    note,
    clearNote: () => setNote(''),
    /** Opens the picker for the field, or closes it. */
    toggle(name: Name): void {
      setNote('');
      setPicking(picking === name ? undefined : name);
    },
    close(): void {
      if (picking) boxes[picking].current?.focus();
      setPicking(undefined);
    },
    insert(emoji: string): void {
      const box = picking && boxes[picking].current;
      if (!box) return;
      const { value, selectionStart, selectionEnd } = box;
      const edit = replaceSelection(
        value,
        emoji,
        selectionStart ?? value.length,
        selectionEnd ?? value.length,
        maxOf[picking],
      );
      setNote(edit ? '' : 'Não cabe mais nenhum caractere.');
      if (!edit) return;
      caret.current = { name: picking, position: edit.caret };
      onChange(picking, edit.text);
    },
  };
}
