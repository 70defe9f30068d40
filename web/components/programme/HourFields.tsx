import { useState } from 'react';
import { hourInWords } from '../../../src/contract/programme/texts.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { TimeField } from '../../ui/form/date/TimeField.tsx';
import styles from './HourFields.module.css';
import { minuteOf } from './local-time.ts';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

interface Hours {
  /** '07:00' */
  from: string;
  to: string;
}

const midnight = '00:00';

/** Shows fields for a period. An end at or before the start is on the next day; a line below says so, unless the end is 0:00. */
export function HourFields({
  from,
  to,
  errors,
  onChange,
}: Hours & { errors?: Partial<Record<keyof Hours, string | undefined>>; onChange: (hours: Partial<Hours>) => void }) {
  // State, not derived from the values: the fields must stay while somebody types 00:00 into them.
  const [isWholeDay, setWholeDay] = useState(from === midnight && to === midnight);
  return (
    <Stack gap={2}>
      {!isWholeDay && (
        <div className={styles.pair}>
          <TimeField
            label="Das"
            required
            value={from}
            error={errors?.from}
            onChange={(value) => onChange({ from: value })}
          />
          <TimeField
            label="Às"
            isEnd
            required
            value={to}
            error={errors?.to}
            onChange={(value) => onChange({ to: value })}
          />
        </div>
      )}
      {!isWholeDay && <NextDayNote from={from} to={to} />}
      <Checkbox
        label="O dia inteiro"
        checked={isWholeDay}
        onChange={(isChosen) => {
          setWholeDay(isChosen);
          onChange(isChosen ? { from: midnight, to: midnight } : { from: '07:00', to: '18:00' });
        }}
      />
    </Stack>
  );
}

function NextDayNote({ from, to }: Hours) {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  if (start === undefined || end === undefined || end > start || end === 0) return null;
  return (
    <Text as="p" muted size="sm">
      Termina às {hourInWords(end)} do dia seguinte.
    </Text>
  );
}
