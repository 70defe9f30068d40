import { useSignals } from '@preact/signals-react/runtime';
import { Siren } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import type { UrgentPreset } from '../../../src/contract/urgent.ts';
import { confirm } from '../../state/confirm.ts';
import { mutate } from '../../state/resources/resource.ts';
import { isManager } from '../../state/session.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { FormButtons } from '../../ui/form/FormButtons.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import styles from './Urgent.module.css';
import { durations, presets, defaultDuration, textProblem } from './urgent-texts.ts';
import { UrgentTargets } from './UrgentTargets.tsx';
import { useUrgentTargets } from './use-urgent-targets.ts';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows a form for an urgent notice: text, duration and target screens. Asks for confirmation before it sends the notice. */
export function UrgentForm({
  onClose,
  onSent,
  history,
}: {
  onClose: () => void;
  onSent: () => void;
  history: ReactNode;
}) {
  useSignals();
  // No preset is chosen at first: an evacuation that is sent by mistake empties the building.
  const [preset, setPreset] = useState<UrgentPreset>();
  const [text, setText] = useState('');
  const [minutes, setMinutes] = useState(defaultDuration);
  const [chime, setChime] = useState(true);
  const problem = textProblem(text);
  const { targets, setTargets, choices, chosen } = useUrgentTargets();

  const [send, isSending] = useAction('Erro ao enviar o aviso', async () => {
    if (problem !== undefined) return;
    const warning = chosen.offlineWarning === undefined ? '' : `. ${chosen.offlineWarning}.`;
    const summary = `${chosen.whereText}: “${text.trim()}”${warning}`;
    if (!(await confirm({ title: 'Mostrar o aviso agora?', text: summary, action: 'Mostrar agora' }))) return;
    const fields = { preset, text, minutes: Number(minutes), chime };
    const { own, platform } = chosen.bodies;
    if (platform) {
      const body = { ...fields, ...platform };
      await mutate('POST /api/admin/urgent', { body });
    } else await mutate('POST /api/urgent', { body: { ...fields, ...own } });
    onSent();
  });

  return (
    <Dialog
      open
      focusSelf
      title="Aviso urgente"
      description="Cobre as telas na hora, até o fim que você escolher."
      onClose={() => !isSending && onClose()}
      onSubmit={() => void send()}
      footer={
        <FormButtons
          tone="danger"
          icon={<Siren />}
          action={`Mostrar em ${chosen.countText}`}
          disabled={chosen.isEmpty || problem !== undefined}
          pending={isSending}
          onCancel={onClose}
        />
      }
    >
      <Stack gap={4}>
        <Presets
          value={preset}
          onChange={(each) => {
            setPreset(each.value);
            setText(each.text);
          }}
        />
        <Textarea
          label="Texto na tela"
          value={text}
          error={text.trim() === '' ? undefined : problem}
          onChange={(value) => {
            setText(value);
            if (preset === undefined) setPreset('free');
          }}
          maxCharacters={limits.urgent.textLength}
          counterMax={limits.urgent.textLength}
        />
        <Select label="Duração" value={minutes} onChange={setMinutes} options={durations} />
        <Checkbox label="Tocar um sinal no início" checked={chime} onChange={setChime} />
        <UrgentTargets choices={choices} value={targets} onChange={setTargets} mayTargetAccounts={isManager.value} />
        {chosen.offlineWarning !== undefined && (
          <Callout tone="warning" role="status" title={chosen.offlineWarning}>
            As TVs que forem ligadas antes do fim do aviso o mostrarão.
          </Callout>
        )}
        {history}
      </Stack>
    </Dialog>
  );
}

function Presets({
  value,
  onChange,
}: {
  value: UrgentPreset | undefined;
  onChange: (preset: (typeof presets)[number]) => void;
}) {
  return (
    <fieldset>
      <Text as="legend" size="sm" weight="bold" marginBottom={2}>
        O que aconteceu
      </Text>
      <Row gap={2} wrap>
        {presets.map((each) => (
          <Row as="label" gap={2} align="center" key={each.value} className={styles.preset}>
            <input type="radio" name="urgent-preset" checked={value === each.value} onChange={() => onChange(each)} />
            <span>{each.label}</span>
          </Row>
        ))}
      </Row>
    </fieldset>
  );
}
