import { type FormEvent, useState } from 'react';
import type { CallSettings, TicketKind } from '../../../../src/contract/calls.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useForm } from '../../../state/form/use-form.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { ticketKindNames, ticketKinds } from '../queue/ticket-kinds.ts';
import { useSaveSettings } from './save-settings.ts';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';

/** Shows the settings of the daily queue. Clinics that call by name or with paper tickets switch the queue off. */
export function QueueCard({ settings }: { settings: CallSettings }) {
  const [save] = useSaveSettings();
  return (
    <Card title="Fila do dia">
      <Stack gap={5}>
        <Switch
          label="Usar a fila do Antessala"
          hint="Senhas numeradas, que recomeçam a cada dia. Desligada, chama-se só pelo que se digita: serve para o rolo de papel."
          checked={settings.queueEnabled}
          onChange={(queueEnabled) => void save({ queueEnabled })}
        />
        {settings.queueEnabled && <QueueForm settings={settings} />}
      </Stack>
    </Card>
  );
}

function QueueForm({ settings }: { settings: CallSettings }) {
  const [initial] = useState(() => ({
    ...settings.prefixes,
    alternation: String(settings.alternation),
    dayStartsAt: String(settings.dayStartsAt),
    leftOver: settings.carriesOver ? 'carried' : 'closed',
  }));
  const { values, errors, set, submit, saving } = useForm(initial, {
    errorTitle: 'Erro ao salvar a fila',
    check: prefixErrors,
    async save({ alternation, dayStartsAt, leftOver, ...prefixes }) {
      const day = { dayStartsAt: Number(dayStartsAt), carriesOver: leftOver === 'carried' };
      await mutate('PUT /api/call-settings', { body: { prefixes, alternation: Number(alternation), ...day } });
      toast({ title: 'Fila salva', description: 'Vale para as próximas senhas.' });
    },
    mapServerErrors: (fields) => Object.fromEntries(ticketKinds.map((kind) => [kind, fields[`prefixes.${kind}`]])),
  });
  function send(event: FormEvent): void {
    event.preventDefault();
    void submit();
  }
  return (
    <Stack as="form" gap={5} onSubmit={send}>
      <Grid min="9rem" fit gap={4}>
        {ticketKinds.map((kind) => (
          <Input
            key={kind}
            label={`Prefixo ${ticketKindNames[kind]}`}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={2}
            value={values[kind]}
            error={errors[kind]}
            onChange={(value) => set({ [kind]: value.toUpperCase() })}
          />
        ))}
      </Grid>
      <Select
        label="Ordem"
        value={values.alternation}
        onChange={(alternation) => set({ alternation })}
        hint="Quem tem 80 anos ou mais vem antes dos outros preferenciais."
        options={Array.from({ length: 10 }, (_, count) => ({
          value: String(count),
          label: orderName(count),
        }))}
      />
      <Grid min="14rem" fit gap={4}>
        <Select
          label="O dia começa às"
          hint="Um pronto atendimento usa uma hora da madrugada."
          value={values.dayStartsAt}
          onChange={(dayStartsAt) => set({ dayStartsAt })}
          options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))}
        />
        <Select
          label="Quem ainda espera então"
          value={values.leftOver}
          onChange={(leftOver) => set({ leftOver })}
          options={[
            { value: 'closed', label: 'Sai da fila' },
            { value: 'carried', label: 'Continua na fila' },
          ]}
        />
      </Grid>
      <div>
        <Button type="submit" variant="primary" pending={saving}>
          Salvar fila
        </Button>
      </div>
    </Stack>
  );
}

const orderName = (count: number) =>
  count === 0
    ? 'Preferenciais sempre primeiro'
    : count === 1
      ? 'Um preferencial, depois um normal'
      : `${count} preferenciais, depois um normal`;

function prefixErrors(prefixes: Record<TicketKind, string>): Partial<Record<TicketKind, string>> {
  const errors: Partial<Record<TicketKind, string>> = {};
  for (const kind of ticketKinds) {
    if (!/^[A-Z0-9]{1,2}$/.test(prefixes[kind])) errors[kind] = 'Use uma ou duas letras ou números.';
    else if (ticketKinds.some((other) => other !== kind && prefixes[other] === prefixes[kind]))
      errors[kind] = 'Cada tipo precisa do seu prefixo.';
  }
  return errors;
}
