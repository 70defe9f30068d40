import { type ReactNode, useId } from 'react';
import styles from './ChoiceList.module.css';
import { Row, Stack, Text } from '../../layout/primitives.tsx';

export interface ChoiceListProps<V extends string> {
  /** The question, above the choices. */
  label: string;
  hideLabel?: boolean;
  options: readonly { value: V; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  value: V | undefined;
  onChange: (value: V) => void;
}

/** One of a few that need explaining: radio buttons below each other, each with a line of text. */
export function ChoiceList<V extends string>({ label, hideLabel, options, value, onChange }: ChoiceListProps<V>) {
  const id = useId();
  return (
    <fieldset>
      <legend className={hideLabel ? styles.hidden : styles.legend}>{label}</legend>
      <Stack gap={2}>
        {options.map((option) => (
          <Row as="label" gap={3} align="start" key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={id}
              value={option.value}
              disabled={option.disabled}
              checked={option.value === value}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              onChange={() => onChange(option.value)}
            />
            <Text size="sm" narrow>
              <span className={styles.title}>{option.label}</span>
              {option.hint && (
                <span id={`${id}-${option.value}`} className={styles.hint}>
                  {option.hint}
                </span>
              )}
            </Text>
          </Row>
        ))}
      </Stack>
    </fieldset>
  );
}
