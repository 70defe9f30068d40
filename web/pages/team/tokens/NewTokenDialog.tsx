import { scopeNames, type TokenScope, tokenScopes } from '../../../../src/contract/accounts/capabilities.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { NewApiToken } from '../../../../src/contract/accounts/team.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { type ResultDialogProps, useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import styles from '../Team.module.css';
import { Text } from '../../../ui/layout/primitives.tsx';

const scopeTexts: Record<TokenScope, string> = {
  calls: 'Chama pacientes nas telas.',
  messages: 'Lê e muda as mensagens, e vê as playlists.',
  contents: 'Envia, troca e exclui conteúdos, e vê as playlists.',
  'screens:read': 'Vê o que cada tela exibe.',
  'reports:read': 'Lê o relatório das chamadas.',
  urgent: 'Mostra um aviso urgente nas telas.',
};

const lifetimes = [
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: '365', label: '1 ano' },
  { value: '730', label: '2 anos' },
];

interface TokenForm {
  name: string;
  scopes: TokenScope[];
  days: string;
}

/** Creates an API token with a name, scopes and a lifetime. */
export function NewTokenDialog({ onSaved, onClose }: ResultDialogProps<NewApiToken>) {
  const { values, errors, set, field, dialog } = useDialogForm<TokenForm>(
    { name: '', scopes: [], days: '365' },
    {
      errorTitle: 'Erro ao criar o token',
      onClose,
      check: ({ name, scopes }) => ({
        name: name.trim() === '' ? 'Dê um nome ao token.' : undefined,
        scopes: scopes.length === 0 ? 'Escolha o que o token pode fazer.' : undefined,
      }),
      async save({ days, ...form }) {
        const body = { ...form, days: Number(days) };
        onSaved(await mutate('POST /api/tokens', { body }));
      },
    },
  );
  return (
    <FormDialog
      {...dialog}
      title="Novo token de API"
      description="Dê só o que o programa precisa."
      action="Criar token"
      pendingLabel="Criando..."
    >
      <Input
        label="Nome"
        placeholder="Painel de senhas"
        autoComplete="off"
        hint="Para reconhecê-lo na lista."
        counterMax={limits.apiToken.nameLength}
        {...field('name')}
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
      <Select label="Vale por" options={lifetimes} {...field('days')} />
    </FormDialog>
  );
}
