import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import type { Assignment } from '../../../../../src/contract/playlists.ts';
import { DayPicker } from '../../../../components/programme/DayPicker.tsx';
import { HourFields } from '../../../../components/programme/HourFields.tsx';
import { clockOf, minuteOf } from '../../../../components/programme/local-time.ts';
import { setWindows } from '../../../../components/playlists/assignments.ts';
import { toast } from '../../../../state/toasts.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import type { FormErrors } from '../../../../state/form/use-form.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { hoursText } from './hours-text.ts';
import wells from '../../../../ui/styles/well.module.css';
import { Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';

interface Hours {
  key: number;
  days: readonly number[];
  from: string;
  to: string;
}

interface HoursForm {
  windows: readonly Hours[];
}

const workdays = [0, 1, 2, 3, 4];

/** Form for the weekdays and hours at which an item of a playlist is shown. Without any it is always shown. */
export function HoursDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const { video, playlistId } = assignment;
  const [nextKey, setNextKey] = useState(assignment.windows.length);
  const [wasSent, setSent] = useState(false);
  const { values, errors, set, dialog } = useDialogForm<HoursForm>(
    () => ({
      windows: assignment.windows.map(({ days, from, to }, key) => ({
        ...{ key, days },
        ...{ from: clockOf(from), to: clockOf(to) },
      })),
    }),
    {
      errorTitle: 'Erro ao salvar horário',
      check: hoursErrors,
      async save({ windows }) {
        await setWindows(video.id, playlistId, windows.map(windowOf));
        toast({ title: 'Horário salvo', description: `${video.name}: ${hoursText(windows.map(windowOf))}` });
      },
      onClose,
    },
  );
  const { windows } = values;
  const change = (key: number, changes: Partial<Hours>) =>
    set({ windows: windows.map((each) => (each.key === key ? { ...each, ...changes } : each)) });
  function add(): void {
    set({ windows: [...windows, { key: nextKey, days: workdays, from: '07:00', to: '12:00' }] });
    setNextKey(nextKey + 1);
  }

  return (
    <FormDialog
      {...dialog}
      title="Horário do conteúdo"
      description={`“${video.name}” nesta playlist`}
      action="Salvar"
      onSubmit={() => {
        setSent(true);
        return dialog.onSubmit();
      }}
    >
      {windows.length === 0 && (
        <Text as="p" muted size="sm">
          Aparece sempre. Adicione um horário para limitar.
        </Text>
      )}
      {windows.map((each, index) => (
        <Stack as="section" gap={3} key={each.key} className={wells.well} aria-label={`Horário ${index + 1}`}>
          <Row align="center" between>
            <h3>Horário {index + 1}</h3>
            <IconButton
              size="sm"
              tone="danger"
              label={`Remover horário ${index + 1}`}
              icon={<Trash2 />}
              onClick={() => set({ windows: windows.filter(({ key }) => key !== each.key) })}
            />
          </Row>
          <DayPicker
            days={each.days}
            error={wasSent && each.days.length === 0 ? 'Escolha ao menos um dia da semana.' : undefined}
            onChange={(days) => change(each.key, { days })}
          />
          <HourFields
            from={each.from}
            to={each.to}
            errors={wasSent ? { from: timeProblem(each.from), to: timeProblem(each.to) } : {}}
            onChange={(hours) => change(each.key, hours)}
          />
        </Stack>
      ))}
      {errors.windows && (
        <Text as="p" tone="danger" size="sm" role="alert">
          {errors.windows}
        </Text>
      )}
      {windows.length < limits.schedule.windowsPerItem && (
        <div>
          <Button icon={<Plus />} onClick={add}>
            Adicionar horário
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

const timeProblem = (clock: string) => (minuteOf(clock) === undefined ? 'Informe um horário.' : undefined);

const windowOf = ({ days, from, to }: Hours) => ({
  days: [...days],
  from: minuteOf(from) ?? 0,
  to: minuteOf(to) ?? 0,
});

function hoursErrors({ windows }: HoursForm): FormErrors<HoursForm> {
  const isWrong = windows.some(({ days, from, to }) => days.length === 0 || timeProblem(from) || timeProblem(to));
  return { windows: isWrong ? 'Complete os dias e as horas.' : undefined };
}
