import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Field, type FieldProps } from '../Field.tsx';
import { numberText, parseNumber } from '../typing/parse-number.ts';
import styles from './Stepper.module.css';

interface StepperProps extends Omit<FieldProps, 'counter'> {
  /** The typed text, which may be an unfinished number; parse it with `parseNumber`. */
  value: string;
  onChange: (value: string) => void;
  /** Number that a press adds or subtracts. */
  step: number;
  /** Upper limit of the plus button (minus stops at 0). A larger number can be typed: the form has to refuse it. */
  max?: number;
}

/** Shows a field for a number with minus and plus buttons; arrow keys work too: `<Stepper label="Playlists" value={count} onChange={setCount} step={1} />` */
export function Stepper({ value, onChange, step, max = Number.POSITIVE_INFINITY, ...field }: StepperProps) {
  const number = parseNumber(value);
  const current = Number.isNaN(number) ? 0 : number;
  const change = (difference: number) => onChange(numberText(Math.max(0, Math.min(max, current + difference))));

  function changeByKey(event: KeyboardEvent): void {
    const difference = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (difference === undefined) return;
    event.preventDefault();
    change(difference);
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
            onClick={() => change(-step)}
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
            onKeyDown={changeByKey}
          />
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Aumentar ${field.label}`}
            disabled={current >= max}
            onClick={() => change(step)}
          >
            <Plus />
          </button>
        </div>
      )}
    </Field>
  );
}
