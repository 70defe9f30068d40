import { useId } from 'react';
import { weekdayNames } from '../../../src/contract/programme/texts.ts';
import styles from './DayPicker.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

const fullNames = ['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'];
const presets = [
  { label: 'Seg a sex', days: [0, 1, 2, 3, 4] },
  { label: 'Todos', days: [0, 1, 2, 3, 4, 5, 6] },
  { label: 'Fim de semana', days: [5, 6] },
];

/** Shows a field for weekdays, with buttons for common sets. `days`: 0 (Monday) to 6 (Sunday), sorted. */
export function DayPicker({
  days,
  onChange,
  error,
}: {
  days: readonly number[];
  onChange: (days: number[]) => void;
  error?: string;
}) {
  const id = useId();
  const toggle = (day: number) =>
    onChange(
      days.includes(day) ? days.filter((each) => each !== day) : [...days, day].sort((left, right) => left - right),
    );
  return (
    <fieldset aria-describedby={error ? `${id}-erro` : undefined}>
      <Text as="legend" size="sm" weight="medium" className={styles.legend}>
        Dias da semana
      </Text>
      <Stack gap={1} size="sm" weight="medium" className={styles.days}>
        {weekdayNames.map((name, day) => (
          <button
            key={name}
            type="button"
            className={styles.day}
            aria-label={fullNames[day]}
            aria-pressed={days.includes(day)}
            aria-invalid={error ? true : undefined}
            onClick={() => toggle(day)}
          >
            {name}
          </button>
        ))}
      </Stack>
      <Row gap={2} wrap marginTop={2} size="xs" weight="medium">
        {presets.map((preset) => (
          <button
            key={preset.label}
            type="button"
            className={styles.preset}
            aria-pressed={preset.days.join() === days.join()}
            onClick={() => onChange(preset.days)}
          >
            {preset.label}
          </button>
        ))}
      </Row>
      {error && (
        <Text as="p" tone="danger" size="sm" id={`${id}-erro`} className={styles.error} role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
