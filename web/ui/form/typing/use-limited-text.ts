import { type ChangeEvent, type CompositionEvent, useRef } from 'react';
import { graphemeCount } from '../../../../src/contract/text/graphemes.ts';
import { limitEdit } from './limited-edit.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Limit and counter of a text control. Characters are graphemes, as people count them. */
export interface TextLimit {
  /** Shows a counter with this maximum; a longer text can be typed. */
  counterMax?: number;
  /** Shows a counter with this maximum, and cuts longer texts. */
  maxCharacters?: number;
}

/** Returns the `counter` of a Field; undefined: no counter. */
export function counterOf(value: string, { counterMax, maxCharacters }: TextLimit) {
  const max = maxCharacters ?? counterMax;
  return max === undefined ? undefined : { length: graphemeCount(value), max };
}

/**
 * Returns event handlers for a text control of at most `max` graphemes (the attribute `maxLength` counts UTF-16 units). A
 * composed word (accents, phone keyboards) is cut when its composition ends.
 */
export function useLimitedText(value: string, onChange: (value: string) => void, max: number | undefined) {
  const beforeComposition = useRef<string | undefined>(undefined);

  function limit(control: TextControl, before: string): void {
    const { value: after } = control;
    if (max === undefined) return onChange(after);
    const edit = limitEdit(before, after, control.selectionStart ?? after.length, max);
    if (edit.text !== after) {
      // Set now, because React would move the caret to the end.
      control.value = edit.text;
      control.setSelectionRange(edit.caret, edit.caret);
    }
    onChange(edit.text);
  }

  return {
    onCompositionStart: () => {
      beforeComposition.current = value;
    },
    onCompositionEnd: (event: CompositionEvent<TextControl>) => {
      const before = beforeComposition.current ?? value;
      beforeComposition.current = undefined;
      limit(event.currentTarget, before);
    },
    onChange: (event: ChangeEvent<TextControl>) => {
      if (beforeComposition.current === undefined) limit(event.target, value);
      else onChange(event.target.value);
    },
  };
}
