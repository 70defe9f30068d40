import type { Ref, TextareaHTMLAttributes } from 'react';
import controls from './control.module.css';
import { type ControlProps, splitFieldProps, Field } from './Field.tsx';
import { counterOf, type TextLimit, useLimitedText } from './typing/use-limited-text.ts';

interface TextareaProps extends TextLimit, ControlProps<TextareaHTMLAttributes<HTMLTextAreaElement>> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Shows a field for several lines of text. */
export function Textarea({ value, onChange, counterMax, maxCharacters, ref, ...props }: TextareaProps) {
  const { field, attributes } = splitFieldProps(props);
  const limited = useLimitedText(value, onChange, maxCharacters);
  const counter = counterOf(value, { counterMax, maxCharacters });
  return (
    <Field {...field} counter={counter}>
      {(control) => (
        <textarea
          rows={4}
          {...attributes}
          {...control}
          ref={ref}
          className={controls.control}
          value={value}
          {...limited}
        />
      )}
    </Field>
  );
}
