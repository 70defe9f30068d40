import type { Settings } from '../../../../../src/contract/settings.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useForm } from '../../../../state/form/use-form.ts';
import { Checkbox } from '../../../../ui/form/Checkbox.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { PasswordField } from '../../../../ui/form/PasswordField.tsx';

/** Address and secret are never shown again: left blank they stay. */
export function WebhookDialog({ webhook, onClose }: { webhook: Settings['webhook']; onClose: () => void }) {
  const isSet = webhook.address !== null;
  const { values, errors, set, submit, saving } = useForm(
    () => ({ url: '', secret: '', allowPrivate: webhook.allowPrivate }),
    {
      errorTitle: 'Erro ao mudar endereço de avisos',
      check: ({ url, secret }) => ({
        url: isAddress(url.trim()) || (isSet && !url.trim()) ? undefined : 'Use um endereço que comece com https://',
        secret: secret.trim() && secret.trim().length < 8 ? 'Use pelo menos 8 caracteres.' : undefined,
      }),
      async save({ url, secret, allowPrivate }) {
        await mutate(
          'PATCH /api/admin/settings',
          { body: { webhook: { url: url.trim() || undefined, secret: secret.trim() || undefined, allowPrivate } } },
          { invalidates: ['GET /api/admin/settings'] },
        );
        toast({ title: 'Endereço de avisos atualizado', description: 'Use “Testar” para conferir.' });
        onClose();
      },
      refused: (fields) => ({ url: fields['webhook.url'], secret: fields['webhook.secret'] }),
    },
  );
  return (
    <FormDialog
      title="Avisos por webhook"
      description="Cada aviso é um POST com JSON: title, text, kind e at."
      action="Salvar"
      pending={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Input
        label="Endereço"
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="https://ntfy.sh/minha-clinica"
        hint={isSet ? 'Em branco, continua o endereço atual' : undefined}
        value={values.url}
        error={errors.url}
        onChange={(url) => set({ url })}
      />
      <PasswordField
        label="Segredo (opcional)"
        autoComplete="off"
        hint={webhook.hasSecret ? 'Em branco, continua o segredo atual' : 'Assina cada aviso, para quem o confere'}
        value={values.secret}
        error={errors.secret}
        onChange={(secret) => set({ secret })}
      />
      <Checkbox
        label="Permitir http e endereços da rede local"
        hint="Só quando o programa que recebe está na própria clínica"
        checked={values.allowPrivate}
        onChange={(allowPrivate) => set({ allowPrivate })}
      />
    </FormDialog>
  );
}

const isAddress = (text: string) => /^https?:\/\/[^\s/]+/.test(text);
