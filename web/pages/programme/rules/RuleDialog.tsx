import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Playlist } from '../../../../src/contract/playlists.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { DayPicker } from '../../../components/programme/DayPicker.tsx';
import { HourFields } from '../../../components/programme/HourFields.tsx';
import { darkName } from '../../../components/screens/plays-now.ts';
import { toast } from '../../../state/toasts.ts';
import { useForm } from '../../../state/form/use-form.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { isIsoDate } from '../../../ui/form/date/parse-date.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { createRule, updateRule } from './change-rules.ts';
import {
  bodyOf,
  formOf,
  newForm,
  parseDates,
  playbackOf,
  ruleErrors,
  type RuleForm,
  type InitialRule,
} from './rule-form.ts';
import styles from './RuleDialog.module.css';
import { RuleOptions } from './RuleOptions.tsx';
import { sentenceOf } from './sentences.ts';
import { groupOf, type Target } from './targets.ts';
import { Text } from '../../../ui/layout/primitives.tsx';

interface RuleDialogProps {
  /** The rule to change. undefined creates a new rule. */
  rule: Schedule | undefined;
  initial: InitialRule;
  /** The target whose programme is shown. */
  target: Target;
  targets: readonly Target[];
  /** Rules of `target`. */
  rules: readonly Schedule[];
  playlists: readonly Playlist[];
  onDelete: (rule: Schedule) => void;
  onClose: () => void;
}

/** Shows the form for a rule: playlist, days and hours, and further fields below 'Mais opções'. */
export function RuleDialog(props: RuleDialogProps) {
  const { rule, initial, target, targets, rules, playlists, onDelete, onClose } = props;
  const form = useForm<RuleForm>(() => (rule ? formOf(rule) : newForm(initial, rules, playlists, target)), {
    errorTitle: 'Erro ao salvar regra',
    check: ruleErrors,
    async save(typed) {
      const saved = await (rule ? updateRule(rule.id, bodyOf(typed)) : createRule(bodyOf(typed)));
      toast({
        title: rule ? 'Regra salva' : 'Regra criada',
        description: `${sentenceOf(saved)}. ${saved.isPaused ? 'Está em pausa.' : 'Já está valendo.'}`,
      });
      onClose();
    },
  });
  const { values, errors, set, submit, saving } = form;
  const group = rule && groupOf(rule, target);
  const [showsOptions, setShowsOptions] = useState(() => rule !== undefined && hasOptions(rule));
  const options = [
    ...playlists.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: 'dark', label: darkName },
  ];
  return (
    <FormDialog
      title={rule ? 'Editar regra' : 'Nova regra'}
      action={rule ? 'Salvar' : 'Criar regra'}
      pending={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      {group && (
        <Callout tone="info" compact>
          {`Esta regra é do grupo ${group.name}: o que você mudar vale em todas as telas dele.`}
        </Callout>
      )}
      <Select
        label="O que toca"
        required
        value={values.plays}
        placeholder="Escolha"
        error={errors.plays}
        options={options}
        onChange={(plays) => set({ plays })}
      />
      <DayPicker days={values.days} error={errors.days} onChange={(days) => set({ days })} />
      <HourFields from={values.from} to={values.to} errors={errors} onChange={set} />
      <div>
        <button
          type="button"
          className={styles.more}
          aria-expanded={showsOptions}
          onClick={() => setShowsOptions(!showsOptions)}
        >
          Mais opções: nome, datas, prioridade, telas
        </button>
      </div>
      {showsOptions && <RuleOptions {...{ form, targets }} />}
      <Text as="p" size="sm" weight="medium" breakable className={styles.sentence} data-testid="sentence">
        {sentenceOf(ruleOfForm(values, playlists))}
      </Text>
      {rule && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 />}
            onClick={() => {
              onClose();
              onDelete(rule);
            }}
          >
            Excluir regra
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

/** True if a field below 'Mais opções' differs from its value in a new rule, or the rule needs new targets. */
const hasOptions = (rule: Schedule): boolean =>
  rule.weeks !== 'every' ||
  rule.firstDate !== null ||
  rule.lastDate !== null ||
  rule.priority > 0 ||
  rule.isExact ||
  rule.isPaused ||
  rule.dates.length > 0 ||
  rule.name !== '' ||
  rule.targets.length === 0;

function ruleOfForm(values: RuleForm, playlists: readonly Playlist[]) {
  const playlist = playlists.find(({ id }) => String(id) === values.plays) ?? null;
  return {
    ...playbackOf(values),
    playlist,
    weeks: values.weeks,
    firstDate: isIsoDate(values.firstDate) ? values.firstDate : null,
    lastDate: isIsoDate(values.lastDate) ? values.lastDate : null,
    dates: parseDates(values.dates) ?? [],
    isExact: values.isExact,
  };
}
