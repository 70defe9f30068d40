import { limits } from '../../../../src/contract/limits.ts';
import { fieldOf } from '../../../state/form/field-of.ts';
import type { Form } from '../../../state/form/use-form.ts';
import { DateField } from '../../../ui/form/date/DateField.tsx';
import { Segmented } from '../../../ui/form/choice/Segmented.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import type { RuleForm } from './rule-form.ts';
import { TargetBoxes } from './TargetBoxes.tsx';
import type { Target } from './targets.ts';
import wells from '../../../ui/styles/well.module.css';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';

const weeks = [
  { value: 'every', label: 'Todas' },
  { value: 'even', label: 'Pares' },
  { value: 'odd', label: 'Ímpares' },
] as const;

interface RuleOptionsProps {
  form: Pick<Form<RuleForm>, 'values' | 'errors' | 'set'>;
  targets: readonly Target[];
}

/** Shows the rarely used form fields: name, dates, even or odd weeks, priority, exact minute, pause and further targets. */
export function RuleOptions({ form, targets }: RuleOptionsProps) {
  const { values, errors, set } = form;
  const priorities = Array.from({ length: limits.schedule.maxPriority + 1 }, (_, level) => ({
    value: String(level),
    label:
      level === 0 ? '0, normal' : level === limits.schedule.maxPriority ? `${level}, antes de todas` : String(level),
  }));
  return (
    <Stack gap={4} className={wells.well}>
      <Input
        label="Nome da regra"
        placeholder="Ex.: Campanha de inverno"
        maxCharacters={limits.schedule.nameLength}
        {...fieldOf(form, 'name')}
      />
      <Grid min="10rem" fit gap={3}>
        <DateField label="Primeiro dia" {...fieldOf(form, 'firstDate')} />
        <DateField label="Último dia" {...fieldOf(form, 'lastDate')} />
      </Grid>
      <Input
        label="Só nestas datas"
        hint="Várias, com vírgula. 25/12 vale todo ano; 24/12/2026 a 26/12/2026, só naqueles dias."
        placeholder="Ex.: 25/12, 24/06, Sexta-feira Santa"
        {...fieldOf(form, 'dates')}
      />
      <Segmented
        showLabel
        label="Semanas do ano"
        options={weeks}
        value={values.weeks}
        onChange={(value) => set({ weeks: value })}
      />
      <Select
        label="Prioridade"
        hint="Quando duas regras se encontram, vale a de número maior; se for igual, a que vale para menos dias."
        value={values.priority}
        onChange={(priority) => set({ priority })}
        options={priorities}
      />
      <Switch
        label="Trocar no minuto exato"
        hint="No começo e no fim da regra, corta o que estiver na tela. Sem isto, o que acaba em até 1 minuto vai até o fim."
        checked={values.isExact}
        onChange={(isExact) => set({ isExact })}
      />
      <Switch
        label="Em pausa"
        hint="A regra fica guardada, e nenhuma tela a segue."
        checked={values.isPaused}
        onChange={(isPaused) => set({ isPaused })}
      />
      {(targets.length > 1 || values.targets.length === 0) && (
        <TargetBoxes
          legend={targets.some(({ kind }) => kind === 'group') ? 'Vale nas telas e nos grupos' : 'Vale nas telas'}
          targets={targets}
          chosen={values.targets}
          error={errors.targets}
          onChange={(chosen) => set({ targets: chosen })}
        />
      )}
    </Stack>
  );
}
