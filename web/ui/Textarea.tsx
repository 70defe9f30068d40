import type { Ref, TextareaHTMLAttributes } from 'react';
import { graphemeCount } from '../../src/contract/graphemes.ts';
import controls from './control.module.css';
import { Field, type FieldProps } from './Field.tsx';
import { useLimitedText } from './use-limited-text.ts';

export interface TextareaProps
  extends
    Omit<FieldProps, 'counter'>,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'value' | 'onChange' | 'children'> {
  value: string;
  onChange: (value: string) => void;
  /** Shows a counter against this many characters as people count them; typing on is possible. */
  counterMax?: number;
  /** Shows a counter of characters as people count them, and takes no more than these. */
  maxCharacters?: number;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text with its label. */
export function Textarea({
  label,
  hint,
  error,
  required,
  hideLabel,
  aside,
  value,
  onChange,
  counterMax,
  maxCharacters,
  ref,
  ...rest
}: TextareaProps) {
  const limited = useLimitedText(value, onChange, maxCharacters);
  const counter =
    maxCharacters !== undefined
      ? { length: graphemeCount(value), max: maxCharacters }
      : counterMax === undefined
        ? undefined
        : { length: graphemeCount(value), max: counterMax };
  return (
    <Field {...{ label, hint, error, required, hideLabel, aside, counter }}>
      {(control) => (
        <textarea rows={4} {...rest} {...control} ref={ref} className={controls.control} value={value} {...limited} />
      )}
    </Field>
  );
}
