import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import controls from './control.module.css';
import { type ControlProps, splitFieldProps, Field } from './Field.tsx';

export interface SelectProps<V extends string> extends ControlProps<SelectHTMLAttributes<HTMLSelectElement>, V> {
  options: readonly { value: V; label: string; disabled?: boolean }[];
  /** First line, which cannot be selected; shown while `value` is ''. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** Shows a field with the browser's own select: `<Select label="Ordenar" value={sort} onChange={setSort} options={[{ value: 'date', label: 'Data' }]} />` */
export function Select<V extends string>({ value, onChange, options, placeholder, ref, ...props }: SelectProps<V>) {
  const { field, attributes } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className={controls.wrap}>
          <select
            {...attributes}
            {...control}
            ref={ref}
            className={controls.control}
            value={value}
            onChange={(event) => onChange(event.target.value as V)}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={controls.chevron} />
        </div>
      )}
    </Field>
  );
}
