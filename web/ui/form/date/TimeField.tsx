import { useState } from 'react';
import type { FieldProps } from '../Field.tsx';
import { Input } from '../Input.tsx';
import { parseTime } from './parse-time.ts';

interface TimeFieldProps extends Omit<FieldProps, 'counter'> {
  /** A time as '07:00', or '' while the text is no time. */
  value: string;
  onChange: (value: string) => void;
  /** Also accepts 24:00, as '00:00'. */
  isEnd?: boolean;
}

/** Shows a field for a time of day, typed as '7', '730', '7h30' or '07:30'. Always 24 hours, in every browser language. */
export function TimeField({ value, onChange, isEnd = false, ...field }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      {...field}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={5}
      value={typed ?? value}
      onChange={(text) => {
        setTyped(text);
        onChange(parseTime(text, isEnd) ?? '');
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => {
        // A text that is no time stays in the field: the form has to refuse it.
        if (value !== '' || typed === '') setTyped(undefined);
      }}
    />
  );
}
