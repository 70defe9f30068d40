import { Volume2 } from 'lucide-react';
import type { QuietHours } from '../../../../../src/contract/display.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { DayPicker } from '../../../../components/programme/DayPicker.tsx';
import { HourFields } from '../../../../components/programme/HourFields.tsx';
import { clockOf, minuteOf } from '../../../../components/programme/local-time.ts';
import type { FormErrors } from '../../../../state/form/use-form.ts';
import { Checkbox } from '../../../../ui/form/Checkbox.tsx';
import { Slider } from '../../../../ui/form/choice/Slider.tsx';
import { Switch } from '../../../../ui/form/Switch.tsx';
import { Stack } from '../../../../ui/layout/primitives.tsx';
import wells from '../../../../ui/styles/well.module.css';

/** Form values of the quiet hours. */
export interface QuietForm {
  hasQuietHours: boolean;
  days: readonly number[];
  /** Time such as '22:00'. */
  from: string;
  to: string;
  mutesCalls: boolean;
}

interface SoundForm extends QuietForm {
  volume: number;
}

const allDays = [0, 1, 2, 3, 4, 5, 6];

export function quietFormOf(hours: QuietHours | null): QuietForm {
  const { days, from, to, mutesCalls } = hours ?? { days: allDays, from: 22 * 60, to: 6 * 60, mutesCalls: false };
  return { hasQuietHours: hours !== null, days, from: clockOf(from), to: clockOf(to), mutesCalls };
}

/** Converts valid form values to quiet hours. Returns null if quiet hours are switched off. */
export const quietHoursOf = ({ hasQuietHours, days, from, to, mutesCalls }: QuietForm): QuietHours | null =>
  hasQuietHours ? { days: [...days], from: minuteOf(from) ?? 0, to: minuteOf(to) ?? 0, mutesCalls } : null;

export function quietErrors({ hasQuietHours, days, from, to }: QuietForm): FormErrors<QuietForm> {
  if (!hasQuietHours) return {};
  const timeProblem = (clock: string) => (minuteOf(clock) === undefined ? 'Informe um horário.' : undefined);
  return {
    days: days.length === 0 ? 'Escolha ao menos um dia da semana.' : undefined,
    from: timeProblem(from),
    to: timeProblem(to),
  };
}

/** Shows the form fields for a TV's volume and quiet hours (contract/README 9.13). */
export function SoundFields({
  values,
  errors,
  onChange,
}: {
  values: SoundForm;
  errors: FormErrors<QuietForm>;
  onChange: (changes: Partial<SoundForm>) => void;
}) {
  return (
    <>
      <Slider
        label="Volume de vídeos e rádio"
        icon={<Volume2 />}
        {...{ min: limits.volume.min, max: limits.volume.max, step: limits.volume.step }}
        value={values.volume}
        text={values.volume === 0 ? 'Sem som' : `${values.volume}%`}
        onChange={(volume) => onChange({ volume })}
      />
      <Switch
        label="Horário de silêncio"
        hint={`Vídeos e rádio ficam sem som nesse horário. ${values.mutesCalls ? 'Só os avisos urgentes tocam.' : 'Chamadas e avisos urgentes continuam a tocar.'}`}
        checked={values.hasQuietHours}
        onChange={(hasQuietHours) => onChange({ hasQuietHours })}
      />
      {values.hasQuietHours && (
        <Stack as="section" gap={3} className={wells.well} aria-label="Horário de silêncio">
          <DayPicker days={values.days} error={errors.days} onChange={(days) => onChange({ days })} />
          <HourFields from={values.from} to={values.to} errors={errors} onChange={onChange} />
          <Checkbox
            label="Silenciar também as chamadas"
            hint="Elas aparecem na tela, sem sinal sonoro nem voz."
            checked={values.mutesCalls}
            onChange={(mutesCalls) => onChange({ mutesCalls })}
          />
        </Stack>
      )}
    </>
  );
}
