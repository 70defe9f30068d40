import { useState } from 'react';
import type { Playlist } from '../../../../src/contract/playlists.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { darkName } from '../../../components/screens/plays-now.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Segmented } from '../../../ui/form/choice/Segmented.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Grid, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import wells from '../../../ui/styles/well.module.css';
import { parseDates } from '../rules/rule-form.ts';
import type { Target } from '../rules/targets.ts';
import { dayInWords, type Holiday, holidaysOf, nextDay } from './holidays.ts';
import { saveHolidays, usual } from './save-holidays.ts';

interface HolidaysDialogProps {
  target: Target;
  targets: readonly Target[];
  rules: readonly Schedule[];
  playlists: readonly Playlist[];
  /** Date such as '2026-11-22'. */
  today: string;
  onClose: () => void;
}

const choiceOf = ({ rule }: Pick<Holiday, 'rule'>): string => (rule && !rule.isPaused ? String(rule.plays) : usual);

/** Shows the form that chooses what each holiday plays: a dark screen, a playlist, or the usual programme. */
export function HolidaysDialog({ target, targets, rules, playlists, today, onClose }: HolidaysDialogProps) {
  const holidays = holidaysOf(rules, today);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [scope, setScope] = useState<'all' | 'one'>('all');
  const [local, setLocal] = useState({ name: '', date: '', plays: 'dark' });
  const [wasSent, setSent] = useState(false);
  const choices = [
    { value: usual, label: 'Como sempre' },
    { value: 'dark', label: darkName },
    ...playlists.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const [localDate, ...moreDates] = parseDates(local.date) ?? [];
  const isLocalEmpty = local.name.trim() === '' && local.date.trim() === '';
  const localProblem =
    localDate && moreDates.length === 0 && nextDay(localDate, today)
      ? undefined
      : 'Escreva 24/06 (todo ano) ou 24/06/2027.';
  // If a holiday is listed on the typed date, change its rule, because that rule would override a new one for the date.
  const listed = holidays.find(({ date }) => date === localDate);

  const [save, isSaving] = useAction('Erro ao salvar feriados', async () => {
    const newHolidayTargets = scope === 'all' ? targets.filter(({ kind }) => kind === 'screen') : [target];
    const changed = holidays.filter((each) => (chosen.get(each.date) ?? choiceOf(each)) !== choiceOf(each));
    await saveHolidays(
      [
        ...changed.map((holiday) => ({ holiday, plays: playsOf(chosen.get(holiday.date) ?? usual) })),
        ...(isLocalEmpty || !localDate
          ? []
          : [{ holiday: { ...listed, name: local.name.trim(), date: localDate }, plays: playsOf(local.plays) }]),
      ],
      newHolidayTargets,
    );
    onClose();
  });
  return (
    <FormDialog
      title="Feriados"
      description="Dia inteiro, todo ano. As datas móveis são calculadas."
      action="Salvar"
      pending={isSaving}
      onSubmit={async () => {
        setSent(true);
        if (isLocalEmpty || (!localProblem && local.name.trim() !== '')) await save();
      }}
      onClose={onClose}
    >
      {targets.length > 1 && (
        <Segmented
          showLabel
          label="Novos feriados valem"
          options={[
            { value: 'all', label: 'Em todas as telas' },
            { value: 'one', label: `Só em ${target.name}` },
          ]}
          value={scope}
          onChange={setScope}
        />
      )}
      <Select
        label="Todos os nacionais"
        value=""
        placeholder="Escolha para mudar todos"
        options={choices}
        onChange={(plays) =>
          setChosen(
            new Map([
              ...chosen,
              ...holidays.filter((each) => each.isNational).map(({ date }) => [date, plays] as const),
            ]),
          )
        }
      />
      {holidays.map((holiday) => (
        <Select
          key={holiday.date}
          label={`${holiday.name} (${dayInWords(holiday.day)})`}
          value={chosen.get(holiday.date) ?? choiceOf(holiday)}
          options={choices}
          onChange={(plays) => setChosen(new Map([...chosen, [holiday.date, plays]]))}
        />
      ))}
      <LocalHoliday
        local={local}
        choices={choices.slice(1)}
        nameProblem={wasSent && !isLocalEmpty && local.name.trim() === '' ? 'Dê um nome ao feriado.' : undefined}
        dateProblem={wasSent && !isLocalEmpty ? localProblem : undefined}
        onChange={setLocal}
      />
    </FormDialog>
  );
}

interface LocalHolidayProps {
  local: { name: string; date: string; plays: string };
  choices: readonly { value: string; label: string }[];
  nameProblem: string | undefined;
  dateProblem: string | undefined;
  onChange: (local: LocalHolidayProps['local']) => void;
}

/** Shows the form fields for a new holiday of the state or the city. */
function LocalHoliday({ local, choices, nameProblem, dateProblem, onChange }: LocalHolidayProps) {
  return (
    <Stack gap={3} className={wells.well}>
      <Text as="p" weight="medium">
        Feriado do estado ou da cidade
      </Text>
      <Grid min="10rem" fit gap={3}>
        <Input
          label="Nome"
          maxCharacters={60}
          value={local.name}
          error={nameProblem}
          onChange={(name) => onChange({ ...local, name })}
        />
        <Input
          label="Data"
          placeholder="24/06"
          value={local.date}
          error={dateProblem}
          onChange={(date) => onChange({ ...local, date })}
        />
      </Grid>
      <Select
        label="O que toca no feriado"
        value={local.plays}
        options={choices}
        onChange={(plays) => onChange({ ...local, plays })}
      />
    </Stack>
  );
}

const playsOf = (choice: string): Schedule['plays'] | typeof usual =>
  choice === usual || choice === 'dark' ? choice : Number(choice);
