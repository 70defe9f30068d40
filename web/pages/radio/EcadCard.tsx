import type { AccountRadioSettings } from '../../../src/contract/radio.ts';
import { limits } from '../../../src/contract/limits.ts';
import { ecadReminder } from '../../components/radio/ecad-text.ts';
import { mutate } from '../../state/resources/resource.ts';
import { fieldOf } from '../../state/form/field-of.ts';
import { useForm } from '../../state/form/use-form.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { DateField } from '../../ui/form/date/DateField.tsx';
import { dateProblem } from '../../ui/form/date/parse-date.ts';
import { Input } from '../../ui/form/Input.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

/** Explains ECAD's fees for music in public, and shows the form for the clinic's contract with ECAD (contract/README 7.4). */
export function EcadCard({ ecad, mayChange }: { ecad: AccountRadioSettings['ecad']; mayChange: boolean }) {
  const reminder = ecadReminder(ecad.endsOn, useNow(60_000));
  const form = useForm(
    { contract: ecad.contract, endsOn: ecad.endsOn ?? '' },
    {
      errorTitle: 'Erro ao salvar o contrato',
      check: ({ endsOn }) => ({ endsOn: dateProblem(endsOn) }),
      async save({ contract, endsOn }) {
        await mutate('PUT /api/radio-settings', { body: { ecad: { contract, endsOn: endsOn || null } } });
        toast({ title: 'Contrato com o ECAD salvo' });
      },
    },
  );
  return (
    <Card title="Direitos autorais">
      <Stack
        as="form"
        gap={4}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <Text as="p" muted size="sm">
          Tocar rádio ou música em lugar público, como uma sala de espera, deve direitos ao ECAD, também com músicas
          próprias. Combine com o ECAD e guarde aqui o contrato: lembramos 30 dias antes do fim.
        </Text>
        {reminder && (
          <Callout tone="warning" compact>
            {reminder}
          </Callout>
        )}
        <Stack as="fieldset" gap={4} disabled={!mayChange}>
          <Input
            label="Número do contrato"
            autoComplete="off"
            maxCharacters={limits.ecad.contractLength}
            {...fieldOf(form, 'contract')}
          />
          <DateField label="Válido até" {...fieldOf(form, 'endsOn')} />
          {mayChange && (
            <div>
              <Button type="submit" size="sm" pending={form.saving} pendingLabel="Salvando...">
                Salvar contrato
              </Button>
            </div>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}
