import type { Ref, TextareaHTMLAttributes } from 'react';
import controls from './control.module.css';
import { Field, type FieldProps } from './Field.tsx';

export interface TextareaProps extends Omit<FieldProps, 'counter'>, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'value' | 'onChange' | 'children'> {
  value: string;
  onChange: (value: string) => void;
  /** Shows a counter; give `maxLength` too to stop typing there. */
  counterMax?: number;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text with its label. */
export function Textarea({ label, hint, error, required, hideLabel, aside, value, onChange, counterMax, ref, ...rest }: TextareaProps) {
  const counter = counterMax === undefined ? undefined : { length: value.length, max: counterMax };
  return (
    <Field {...{ label, hint, error, required, hideLabel, aside, counter }}>
      {(control) => <textarea rows={4} {...rest} {...control} ref={ref} className={controls.control} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
