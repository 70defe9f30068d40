import { useState } from 'react';
import type { FieldProps } from '../Field.tsx';
import { Input } from '../Input.tsx';
import { timeOf } from './time-of.ts';

export interface TimeFieldProps extends Omit<FieldProps, 'counter'> {
  /** '07:00'; '' for what is no time. */
  value: string;
  onChange: (value: string) => void;
}

/** A time of the day, typed as people do: '7', '730', '7h30', '07:30'. Always 24 hours, whatever language the browser speaks. */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
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
        onChange(timeOf(text) ?? '');
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => {
        // What is no time stays as it was typed, for the form to refuse.
        if (value !== '' || typed === '') setTyped(undefined);
      }}
    />
  );
}
