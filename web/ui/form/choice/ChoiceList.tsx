import { type ReactNode, useId } from 'react';
import styles from './ChoiceList.module.css';

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
      <div className={styles.list}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={id}
              value={option.value}
              disabled={option.disabled}
              checked={option.value === value}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.words}>
              <span className={styles.title}>{option.label}</span>
              {option.hint && (
                <span id={`${id}-${option.value}`} className={styles.hint}>
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
