import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { graphemeCount } from '../../src/contract/graphemes.ts';
import { classNames } from './class-names.ts';
import controls from './control.module.css';
import { Field, type FieldProps } from './Field.tsx';
import { useLimitedText } from './use-limited-text.ts';

export interface InputProps
  extends
    Omit<FieldProps, 'counter'>,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'value' | 'onChange' | 'children'> {
  value: string;
  onChange: (value: string) => void;
  /** Shows a counter against this many characters as people count them; typing on is possible. */
  counterMax?: number;
  /** Shows a counter of characters as people count them, and takes no more than these. */
  maxCharacters?: number;
  /** A lucide icon at the left. */
  icon?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text with its label: `<Input label="Nome" value={name} onChange={setName} counterMax={80} error={error} />` */
export function Input({
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
  icon,
  ref,
  ...rest
}: InputProps) {
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
        <div className={controls.wrap}>
          {icon}
          <input
            type="text"
            {...rest}
            {...control}
            ref={ref}
            className={classNames(controls.control, icon !== undefined && controls.withIcon)}
            value={value}
            {...limited}
          />
        </div>
      )}
    </Field>
  );
}
