import { type TokenScope, tokenScopes } from '../../../../src/contract/accounts/capabilities.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { NewApiToken } from '../../../../src/contract/accounts/team.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { useForm } from '../../../state/form/use-form.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import styles from './NewTokenDialog.module.css';
import { scopeNames } from '../../../../src/contract/accounts/capabilities.ts';
import { scopeTexts } from './scope-texts.ts';
import { Text } from '../../../ui/layout/primitives.tsx';

const choices = ['30', '90', '365', '730'] as const;
const choiceNames: Record<(typeof choices)[number], string> = {
  30: '30 dias',
  90: '90 dias',
  365: '1 ano',
  730: '2 anos',
};

interface TokenForm {
  name: string;
  scopes: TokenScope[];
  days: (typeof choices)[number];
}

/** Name, what it opens, and until when. */
export function NewTokenDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (token: NewApiToken) => void;
}) {
  const { values, errors, set, submit, saving } = useForm<TokenForm>(
    { name: '', scopes: [], days: '365' },
    {
      errorTitle: 'Erro ao criar o token',
      check: ({ name, scopes }) => ({
        name: name.trim() === '' ? 'Dê um nome ao token.' : undefined,
        scopes: scopes.length === 0 ? 'Escolha o que o token pode fazer.' : undefined,
      }),
      save: async ({ name, scopes, days }) =>
        onCreated(
          await mutate(
            'POST /api/tokens',
            { body: { name, scopes, days: Number(days) } },
            { invalidates: ['GET /api/tokens'] },
          ),
        ),
    },
  );
  return (
    <FormDialog
      title="Novo token de API"
      description="Dê só o que o programa precisa."
      action="Criar token"
      pendingLabel="Criando..."
      pending={saving}
      onClose={onClose}
      onSubmit={submit}
    >
      <Input
        label="Nome"
        placeholder="Painel de senhas"
        autoComplete="off"
        hint="Para reconhecê-lo na lista."
        counterMax={limits.apiToken.nameLength}
        value={values.name}
        error={errors.name}
        onChange={(name) => set({ name })}
      />
      <fieldset aria-describedby={errors.scopes ? 'escopos' : undefined}>
        <legend className={styles.legend}>O que pode fazer</legend>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeNames[scope]}
            hint={scopeTexts[scope]}
            checked={values.scopes.includes(scope)}
            onChange={(isOn) =>
              set({ scopes: isOn ? [...values.scopes, scope] : values.scopes.filter((each) => each !== scope) })
            }
          />
        ))}
        {errors.scopes && (
          <Text as="p" tone="danger" size="sm" id="escopos" role="alert">
            {errors.scopes}
          </Text>
        )}
      </fieldset>
      <Select
        label="Vale por"
        value={values.days}
        onChange={(days) => set({ days })}
        options={choices.map((value) => ({ value, label: choiceNames[value] }))}
      />
    </FormDialog>
  );
}
