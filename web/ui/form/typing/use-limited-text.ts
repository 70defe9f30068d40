import { type ChangeEvent, type CompositionEvent, useRef } from 'react';
import { graphemeCount } from '../../../../src/contract/text/graphemes.ts';
import { limitEdit } from './characters.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Limit and count of a text control. */
export interface TextLimit {
  /** Shows a counter against this many characters as people count them; typing on is possible. */
  counterMax?: number;
  /** Shows a counter of characters as people count them, and takes no more than these. */
  maxCharacters?: number;
}

/** For the counter of a Field; undefined: none. */
export function counterOf(value: string, { counterMax, maxCharacters }: TextLimit) {
  const max = maxCharacters ?? counterMax;
  return max === undefined ? undefined : { length: graphemeCount(value), max };
}

/**
 * Handlers for a text control of at most `max` characters as people count them (`maxLength` counts halves of emoji). A composed
 * word (accents, phone keyboards) is cut when it is finished.
 */
export function useLimitedText(value: string, onChange: (value: string) => void, max: number | undefined) {
  const beforeComposition = useRef<string | undefined>(undefined);

  function limit(control: TextControl, before: string): void {
    const { value: after } = control;
    if (max === undefined) return onChange(after);
    const edit = limitEdit(before, after, control.selectionStart ?? after.length, max);
    if (edit.text !== after) {
      // At once: React would put the caret at the end.
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
