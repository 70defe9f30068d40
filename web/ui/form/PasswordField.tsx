import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../styles/class-names.ts';
import controls from './control.module.css';
import { splitFieldProps, Field } from './Field.tsx';
import { IconButton } from '../action/IconButton.tsx';
import type { InputProps } from './Input.tsx';
import type { TextLimit } from './typing/use-limited-text.ts';

/** Shows a field for a password, with a button that shows it. Set `autoComplete` to `current-password`, `new-password` or `off`. */
export function PasswordField({ value, onChange, icon, ref, ...props }: Omit<InputProps, keyof TextLimit>) {
  const { field, attributes } = splitFieldProps(props);
  const [isShown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <div className={controls.wrap}>
          {icon}
          <input
            {...attributes}
            {...control}
            ref={ref}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            className={classNames(controls.control, controls.withButton, icon !== undefined && controls.withIcon)}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            size="sm"
            label={isShown ? 'Ocultar senha' : 'Mostrar senha'}
            icon={isShown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
