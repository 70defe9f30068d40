import { type ReactNode, useId } from 'react';
import styles from './Segmented.module.css';

export interface SegmentedProps<V extends string> {
  /** The question, read aloud (shown with `showLabel`). */
  label: string;
  options: readonly { value: V; label: string; icon?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  showLabel?: boolean;
}

/** One of a few: radio buttons as a strip. `<Segmented label="Tempo" options={[{ value: '20', label: '20s' }]} ... />` */
export function Segmented<V extends string>({ label, options, value, onChange, showLabel }: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={showLabel ? styles.legend : styles.hidden}>{label}</legend>
      <div className={styles.strip}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span className={styles.face}>
              {option.icon}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
