import { useMemo } from 'react';
import { formatTime } from '../../ui/text/format.ts';
import { Select, type SelectProps } from '../../ui/form/Select.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { zoneOptions } from './time-zone-options.ts';

/** Shows a field for one of Brazil's time zones; the hint shows the present time in the chosen one. */
export function TimeZoneSelect(field: Pick<SelectProps<string>, 'value' | 'error' | 'onChange'>) {
  const { value } = field;
  const now = useNow(10_000);
  const options = useMemo(() => zoneOptions(value, new Date()), [value]);
  const time = formatTime(new Date(now).toISOString(), value).slice(0, 5);
  return <Select label="Fuso horário" hint={`Agora são ${time} neste fuso.`} options={options} {...field} />;
}
