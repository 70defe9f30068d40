import { useMemo } from 'react';
import { formatTime } from '../../ui/text/format.ts';
import { Select, type SelectProps } from '../../ui/form/Select.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { zoneOptions } from './time-zone-options.ts';

export type ZoneField = Pick<SelectProps<string>, 'value' | 'error' | 'onChange'>;

/** Form field for one of `zones`; the hint shows the present time there. */
export function ZoneSelect({ zones, ...field }: ZoneField & { zones: readonly string[] | undefined }) {
  const { value } = field;
  const now = useNow(10_000);
  const options = useMemo(() => zoneOptions(zones ?? [], value, new Date()), [zones, value]);
  const time = formatTime(new Date(now).toISOString(), value).slice(0, 5);
  return <Select label="Fuso horário" hint={`Agora são ${time} neste fuso.`} options={options} {...field} />;
}
