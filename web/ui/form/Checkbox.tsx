import { type ReactNode, useId } from 'react';
import styles from './Checkbox.module.css';
import { Row } from '../layout/primitives.tsx';

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** A second, quieter line. */
  hint?: ReactNode;
  disabled?: boolean;
  name?: string;
}

/** A box to tick; the whole line is the target. Put several in a `<fieldset>` with a `<legend>`. */
export function Checkbox({ label, checked, onChange, hint, disabled, name }: CheckboxProps) {
  const id = useId();
  return (
    <Row gap={3} align="start" size="sm" className={styles.row}>
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>
        {label}
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </label>
    </Row>
  );
}
