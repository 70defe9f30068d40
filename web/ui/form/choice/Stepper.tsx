import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Field, type FieldProps } from '../Field.tsx';
import { numberText, parseNumber } from '../typing/parse-number.ts';
import styles from './Stepper.module.css';

export interface StepperProps extends Omit<FieldProps, 'counter'> {
  /** The text as typed, so that a half-written number stays; read it with `parseNumber`. */
  value: string;
  onChange: (value: string) => void;
  /** Difference of one press. */
  step: number;
  /** Limit of the button, whose other is 0; typing beyond is for the form to refuse. */
  max?: number;
}

/** A number with minus and plus; arrow keys do the same: `<Stepper label="Playlists" value={count} onChange={setCount} step={1} />` */
export function Stepper({ value, onChange, step, max = Number.POSITIVE_INFINITY, ...field }: StepperProps) {
  const number = parseNumber(value);
  const current = Number.isNaN(number) ? 0 : number;
  const move = (by: number) => onChange(numberText(Math.max(0, Math.min(max, current + by))));

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
            disabled={current <= 0}
            onClick={() => move(-step)}
          >
            <Minus />
          </button>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            role="spinbutton"
            aria-valuemin={0}
            aria-valuemax={Number.isFinite(max) ? max : undefined}
            aria-valuenow={Number.isNaN(number) ? undefined : number}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={key}
          />
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Aumentar ${field.label}`}
            disabled={current >= max}
            onClick={() => move(step)}
          >
            <Plus />
          </button>
        </div>
      )}
    </Field>
  );
}
