import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../styles/class-names.ts';
import controls from './control.module.css';
import { type ControlProps, splitFieldProps, Field } from './Field.tsx';
import { counterOf, type TextLimit, useLimitedText } from './typing/use-limited-text.ts';

export interface InputProps extends TextLimit, ControlProps<InputHTMLAttributes<HTMLInputElement>> {
  icon?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Shows a field for one line of text: `<Input label="Nome" value={name} onChange={setName} counterMax={80} error={error} />` */
export function Input({ value, onChange, counterMax, maxCharacters, icon, ref, ...props }: InputProps) {
  const { field, attributes } = splitFieldProps(props);
  const limited = useLimitedText(value, onChange, maxCharacters);
  const counter = counterOf(value, { counterMax, maxCharacters });
  return (
    <Field {...field} counter={counter}>
      {(control) => (
        <div className={controls.wrap}>
          {icon}
          <input
            type="text"
            {...attributes}
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
