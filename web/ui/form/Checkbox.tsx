import { type ReactNode, useId } from 'react';
import styles from './Checkbox.module.css';
import { Row, Text } from '../layout/primitives.tsx';

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Second line, in muted text. */
  hint?: ReactNode;
  disabled?: boolean;
}

/** Shows a checkbox; its whole line can be clicked. Put several in a `<fieldset>` with a `<legend>`. */
export function Checkbox({ label, checked, onChange, hint, disabled }: CheckboxProps) {
  const id = useId();
  return (
    <Row gap={3} align="start" size="sm" className={styles.row}>
      <input
        type="checkbox"
        id={id}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Text as="label" grow htmlFor={id}>
        {label}
        {hint && (
          <Text block pretty muted size="xs" id={`${id}-hint`}>
            {hint}
          </Text>
        )}
      </Text>
    </Row>
  );
}
