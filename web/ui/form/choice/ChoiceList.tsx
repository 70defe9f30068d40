import { type ReactNode, useId } from 'react';
import { classNames } from '../../styles/class-names.ts';
import styles from './ChoiceList.module.css';
import { Row, Stack, Text } from '../../layout/primitives.tsx';

export interface ChoiceListProps<V extends string> {
  label: string;
  hideLabel?: boolean;
  options: readonly { value: V; label: ReactNode; hint?: ReactNode; picture?: ReactNode; disabled?: boolean }[];
  value: V | undefined;
  onChange: (value: V) => void;
}

/** Shows a field for one of a few options that need an explanation: radio buttons below each other, each with a line of text, and perhaps a picture. */
export function ChoiceList<V extends string>({ label, hideLabel, options, value, onChange }: ChoiceListProps<V>) {
  const id = useId();
  return (
    <fieldset>
      <Text as="legend" size="sm" weight="medium" visuallyHidden={hideLabel} className={styles.legend}>
        {label}
      </Text>
      <Stack gap={2}>
        {options.map((option) => (
          <Row
            as="label"
            gap={3}
            align="start"
            key={option.value}
            className={classNames(styles.choice, styles.explained)}
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              disabled={option.disabled}
              checked={option.value === value}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              onChange={() => onChange(option.value)}
            />
            <Text size="sm" canShrink>
              <Text block weight="bold">
                {option.label}
              </Text>
              {option.hint && (
                <Text block muted id={`${id}-${option.value}`}>
                  {option.hint}
                </Text>
              )}
            </Text>
            {option.picture}
          </Row>
        ))}
      </Stack>
    </fieldset>
  );
}
