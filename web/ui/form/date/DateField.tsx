import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import styles from './DateField.module.css';
import { dateOf, dateTyped, isDate } from './date-of.ts';
import type { FieldProps } from '../Field.tsx';
import { Input } from '../Input.tsx';

export interface DateFieldProps extends Omit<FieldProps, 'counter' | 'aside'> {
  /** '2026-12-25'; '' for no day. What is no day is passed on as it was typed, for the form to refuse. */
  value: string;
  onChange: (value: string) => void;
}

/** A day, typed as dd/mm/aaaa whatever language the browser speaks, or chosen in the browser's own calendar. */
export function DateField({ value, onChange, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const shown = typed ?? dateTyped(value);
  return (
    <Input
      {...field}
      inputMode="numeric"
      autoComplete="off"
      placeholder="dd/mm/aaaa"
      maxLength={10}
      value={shown}
      onChange={(text) => {
        const next = slashed(text, shown);
        setTyped(next);
        onChange(dateOf(next) ?? next.trim());
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyped(undefined)}
      aside={
        // One more way for pointers: the keyboard types.
        <span className={styles.picker}>
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={isDate(value) ? value : ''}
            onChange={(event) => {
              setTyped(undefined);
              onChange(event.target.value);
            }}
          />
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={styles.open}
            onClick={() => picker.current?.showPicker?.()}
          >
            <CalendarDays />
          </button>
        </span>
      }
    />
  );
}

/** Slashes come by themselves behind day and month, but not while one is being taken away. */
const slashed = (text: string, before: string): string =>
  text.length > before.length && /^\d\d(\/\d\d)?$/.test(text) ? `${text}/` : text;
