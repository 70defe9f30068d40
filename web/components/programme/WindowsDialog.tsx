import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import type { DayWindow } from '../../../src/contract/programme/schedules.ts';
import { DayPicker } from './DayPicker.tsx';
import { HourFields } from './HourFields.tsx';
import { clockOf, minuteOf } from './local-time.ts';
import { useDialogForm } from '../../state/form/use-dialog-form.ts';
import type { FormErrors } from '../../state/form/use-form.ts';
import { Button } from '../../ui/action/Button.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { IconButton } from '../../ui/action/IconButton.tsx';
import wells from '../../ui/styles/well.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

interface EditedWindow {
  key: number;
  days: readonly number[];
  from: string;
  to: string;
}

interface WindowsForm {
  windows: readonly EditedWindow[];
}

const workdays = [0, 1, 2, 3, 4];

interface WindowsDialogProps {
  title: string;
  description: string;
  windows: readonly DayWindow[];
  /** Shown while there are no windows. */
  emptyText: string;
  /** Saves the windows; may throw. */
  onSave: (windows: DayWindow[]) => Promise<unknown>;
  onClose: () => void;
  /** Further fields, shown below the windows. */
  children?: ReactNode;
}

/** Shows a form for time windows, each with weekdays and hours. */
export function WindowsDialog(props: WindowsDialogProps) {
  const { title, description, emptyText, onSave, onClose, children } = props;
  const [nextKey, setNextKey] = useState(props.windows.length);
  const [wasSubmitted, setSubmitted] = useState(false);
  const { values, errors, set, dialog } = useDialogForm<WindowsForm>(
    () => ({
      windows: props.windows.map(({ days, from, to }, key) => ({
        ...{ key, days },
        ...{ from: clockOf(from), to: clockOf(to) },
      })),
    }),
    {
      errorTitle: 'Erro ao salvar horário',
      check: windowErrors,
      save: async ({ windows }) => void (await onSave(windows.map(windowOf))),
      onClose,
    },
  );
  const { windows } = values;
  const change = (key: number, changes: Partial<EditedWindow>) =>
    set({ windows: windows.map((each) => (each.key === key ? { ...each, ...changes } : each)) });
  function add(): void {
    set({ windows: [...windows, { key: nextKey, days: workdays, from: '07:00', to: '12:00' }] });
    setNextKey(nextKey + 1);
  }

  return (
    <FormDialog
      {...dialog}
      title={title}
      description={description}
      action="Salvar"
      onSubmit={() => {
        setSubmitted(true);
        return dialog.onSubmit();
      }}
    >
      {windows.length === 0 && (
        <Text as="p" muted size="sm">
          {emptyText}
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
            error={wasSubmitted && each.days.length === 0 ? 'Escolha ao menos um dia da semana.' : undefined}
            onChange={(days) => change(each.key, { days })}
          />
          <HourFields
            from={each.from}
            to={each.to}
            errors={wasSubmitted ? { from: timeProblem(each.from), to: timeProblem(each.to) } : {}}
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
      {children}
    </FormDialog>
  );
}

const timeProblem = (clock: string) => (minuteOf(clock) === undefined ? 'Informe um horário.' : undefined);

const windowOf = ({ days, from, to }: EditedWindow) => ({
  days: [...days],
  from: minuteOf(from) ?? 0,
  to: minuteOf(to) ?? 0,
});

function windowErrors({ windows }: WindowsForm): FormErrors<WindowsForm> {
  const isWrong = windows.some(({ days, from, to }) => days.length === 0 || timeProblem(from) || timeProblem(to));
  return { windows: isWrong ? 'Complete os dias e as horas.' : undefined };
}
