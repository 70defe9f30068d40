import type { CallSource } from '../../../../src/contract/calls.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { fieldOf } from '../../../state/form/field-of.ts';
import { type FormErrors, useForm } from '../../../state/form/use-form.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';

interface SourceForm {
  url: string;
  unitId: string;
  serviceIds: string;
  clientId: string;
  clientSecret: string;
  username: string;
  password: string;
}

/** Shows the form for the connection to Novo SGA. An empty client secret or password keeps the stored one. */
export function SourceDialog({ source, onClose }: { source: CallSource; onClose: () => void }) {
  const initial = (): SourceForm => ({
    url: source.url,
    unitId: source.unitId ? String(source.unitId) : '',
    serviceIds: source.serviceIds.join(', '),
    clientId: source.clientId,
    clientSecret: '',
    username: source.username,
    password: '',
  });
  const form = useForm<SourceForm>(initial, {
    errorTitle: 'Erro ao salvar o Novo SGA',
    check: sourceErrors,
    async save({ unitId, serviceIds, clientSecret, password, ...rest }) {
      const body = {
        ...rest,
        unitId: Number(unitId),
        serviceIds: numbersIn(serviceIds),
        ...(clientSecret && { clientSecret }),
        ...(password && { password }),
      };
      await mutate('PUT /api/call-source', { body });
      toast({ title: 'Novo SGA salvo' });
      onClose();
    },
  });
  const { submit, saving } = form;
  const field = (name: keyof SourceForm) => ({
    autoComplete: 'off',
    spellCheck: false,
    ...fieldOf(form, name),
  });
  const secretHint = source.hasSecret ? 'Vazio: fica o que já está salvo' : undefined;

  return (
    <FormDialog
      title="Novo SGA"
      description="Os dados estão com quem instalou o Novo SGA. O Antessala só lê o painel."
      action="Salvar"
      pending={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Input
        label="Endereço"
        autoFocus
        required
        placeholder="http://192.168.0.10"
        hint={
          source.allowedAddress
            ? `Liberado na rede interna: ${source.allowedAddress}`
            : 'Um endereço da rede interna só vale depois que um administrador o libera.'
        }
        {...field('url')}
      />
      <Grid min="9rem" fit gap={4}>
        <Input label="Número da unidade" required inputMode="numeric" {...field('unitId')} />
        <Input label="Números dos serviços" required placeholder="1, 2, 5" {...field('serviceIds')} />
      </Grid>
      <Grid min="9rem" fit gap={4}>
        <Input label="Client ID" {...field('clientId')} />
        <PasswordField label="Client secret" hint={secretHint} {...field('clientSecret')} />
      </Grid>
      <Grid min="9rem" fit gap={4}>
        <Input label="Usuário" {...field('username')} />
        <PasswordField label="Senha" hint={secretHint} {...field('password')} />
      </Grid>
    </FormDialog>
  );
}

const numbersIn = (text: string) =>
  text
    .split(/[^0-9]+/)
    .filter(Boolean)
    .map(Number);

function sourceErrors({ url, unitId, serviceIds }: SourceForm): FormErrors<SourceForm> {
  return {
    url: !/^https?:\/\/\S+$/.test(url)
      ? 'Comece com http:// ou https://.'
      : /[?#]/.test(url)
        ? 'O endereço não pode ter “?” nem “#”.'
        : undefined,
    unitId: /^[1-9]\d*$/.test(unitId.trim()) ? undefined : 'Digite o número da unidade.',
    serviceIds: numbersIn(serviceIds).length > 0 ? undefined : 'Digite pelo menos um número, separados por vírgula.',
  };
}
