import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import styles from './DateField.module.css';
import { parseDate, formatTypedDate, isIsoDate } from './parse-date.ts';
import type { FieldProps } from '../Field.tsx';
import { Input } from '../Input.tsx';

interface DateFieldProps extends Omit<FieldProps, 'counter' | 'aside'> {
  /** A date as '2026-12-25', or '' for none. A text that is no date is passed on unchanged: the form has to refuse it. */
  value: string;
  onChange: (value: string) => void;
}

/** Shows a field for a date, typed as dd/mm/aaaa in every browser language, or chosen in the browser's calendar. */
export function DateField({ value, onChange, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const shown = typed ?? formatTypedDate(value);
  return (
    <Input
      {...field}
      inputMode="numeric"
      autoComplete="off"
      placeholder="dd/mm/aaaa"
      maxLength={10}
      value={shown}
      onChange={(text) => {
        const next = withSlash(text, shown);
        setTyped(next);
        onChange(parseDate(next) ?? next.trim());
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyped(undefined)}
      aside={
        // Only for mouse and touch: with a keyboard the date is typed.
        <span className={styles.picker}>
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={isIsoDate(value) ? value : ''}
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

/** Adds a slash after day and month. Only while the text grows: otherwise a deleted slash would return at once. */
const withSlash = (text: string, previous: string): string =>
  text.length > previous.length && /^\d\d(\/\d\d)?$/.test(text) ? `${text}/` : text;
