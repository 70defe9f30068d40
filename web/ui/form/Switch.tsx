import { type ReactNode, useId } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './Switch.module.css';
import { Row, Text } from '../layout/primitives.tsx';

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  disabled?: boolean;
}

/** Shows a switch that takes effect at once, without a save button: `<Switch label="Reprodução aleatória" checked={isRandom} onChange={setRandom} />` */
export function Switch({ label, checked, onChange, hint, disabled }: SwitchProps) {
  const id = useId();
  return (
    <Row gap={3} align="center" size="sm" className={classNames(disabled && styles.disabled)}>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        className={styles.track}
        onClick={() => onChange(!checked)}
      >
        <span className={styles.thumb} />
      </button>
      <Text as="div" canShrink>
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {hint && (
          <Text block pretty muted size="xs" id={`${id}-hint`}>
            {hint}
          </Text>
        )}
      </Text>
    </Row>
  );
}
