import { useMemo } from 'react';
import { formatTime } from '../../ui/text/format.ts';
import { Select } from '../../ui/form/Select.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { zoneOptions } from './time-zone-options.ts';

/** Chooses one of `zones`; below it what its clocks show now. */
export function ZoneSelect({
  zones,
  value,
  error,
  onChange,
}: {
  zones: readonly string[] | undefined;
  value: string;
  error?: string | undefined;
  onChange: (zone: string) => void;
}) {
  const now = useNow(10_000);
  const options = useMemo(() => zoneOptions(zones ?? [], value, new Date()), [zones, value]);
  const time = formatTime(new Date(now).toISOString(), value).slice(0, 5);
  return (
    <Select
      label="Fuso horário"
      hint={`Agora são ${time} neste fuso.`}
      error={error}
      value={value}
      onChange={onChange}
      options={options}
    />
  );
}
