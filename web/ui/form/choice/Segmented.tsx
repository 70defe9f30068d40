import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './Segmented.module.css';
import { Row, Text } from '../../layout/primitives.tsx';

interface SegmentedProps<V extends string> {
  /** Label of the group, for screen readers only unless `showLabel` is set. */
  label: string;
  options: readonly { value: V; label: string; icon?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  showLabel?: boolean;
}

/** Shows a few options as a strip of radio buttons: `<Segmented label="Tempo" options={[{ value: '20', label: '20s' }]} ... />` */
export function Segmented<V extends string>({ label, options, value, onChange, showLabel }: SegmentedProps<V>) {
  const id = useId();

  function chooseByKey(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
    const index = (radios.indexOf(document.activeElement as HTMLElement) + step + options.length) % options.length;
    radios[index]?.focus();
    const option = options[index];
    if (option) onChange(option.value);
  }

  return (
    <div className={styles.group}>
      <Text block size="sm" weight="medium" visuallyHidden={!showLabel} id={id} className={styles.label}>
        {label}
      </Text>
      <div className={styles.strip} role="radiogroup" aria-labelledby={id} onKeyDown={chooseByKey}>
        {options.map((option) => (
          <Row
            as="button"
            gap={2}
            align="center"
            justify="center"
            size="sm"
            weight="medium"
            nowrap
            canShrink
            key={option.value}
            type="button"
            role="radio"
            aria-checked={option.value === value}
            tabIndex={option.value === value ? 0 : -1}
            className={styles.option}
            onClick={() => onChange(option.value)}
          >
            {option.icon}
            {option.label}
          </Row>
        ))}
      </div>
    </div>
  );
}
