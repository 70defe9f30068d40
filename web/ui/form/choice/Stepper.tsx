import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { divideProps, Field, type FieldProps } from '../Field.tsx';
import { numberText, parseNumber } from '../typing/parse-number.ts';
import styles from './Stepper.module.css';

export interface StepperProps extends Omit<FieldProps, 'counter'> {
  /** The text as typed, so that a half-written number stays; read it with `parseNumber`. */
  value: string;
  onChange: (value: string) => void;
  /** Difference of one press. */
  step: number;
  /** Limits of the buttons; typing beyond is for the form to refuse. */
  min?: number;
  max?: number;
  disabled?: boolean;
  name?: string;
}

/** A number with minus and plus; arrow keys do the same: `<Stepper label="Playlists" value={count} onChange={setCount} step={1} />` */
export function Stepper({
  value,
  onChange,
  step,
  min = 0,
  max = Number.POSITIVE_INFINITY,
  disabled,
  name,
  ...props
}: StepperProps) {
  const { field } = divideProps(props);
  const number = parseNumber(value);
  const current = Number.isNaN(number) ? min : number;
  const move = (by: number) => onChange(numberText(Math.max(min, Math.min(max, current + by))));

  function key(event: KeyboardEvent): void {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  }

  return (
    <Field {...field}>
      {(control) => (
        <div className={styles.stepper}>
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Diminuir ${field.label}`}
            disabled={disabled || current <= min}
            onClick={() => move(-step)}
          >
            <Minus aria-hidden="true" />
          </button>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            role="spinbutton"
            aria-valuemin={min}
            aria-valuemax={Number.isFinite(max) ? max : undefined}
            aria-valuenow={Number.isNaN(number) ? undefined : number}
            autoComplete="off"
            {...{ name, disabled, value }}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={key}
          />
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Aumentar ${field.label}`}
            disabled={disabled || current >= max}
            onClick={() => move(step)}
          >
            <Plus aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
