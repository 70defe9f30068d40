import type { Ref, TextareaHTMLAttributes } from 'react';
import controls from './control.module.css';
import { Field, type FieldProps } from './Field.tsx';
import { counterOf, type TextLimit, useLimitedText } from './typing/use-limited-text.ts';

export interface TextareaProps
  extends
    TextLimit,
    Omit<FieldProps, 'counter'>,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'value' | 'onChange' | 'children'> {
  value: string;
  onChange: (value: string) => void;
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
  const counter = counterOf(value, { counterMax, maxCharacters });
  return (
    <Field {...{ label, hint, error, required, hideLabel, aside, counter }}>
      {(control) => (
        <textarea rows={4} {...rest} {...control} ref={ref} className={controls.control} value={value} {...limited} />
      )}
    </Field>
  );
}
