import type { Settings } from '../../../../../src/contract/settings.ts';
import { toast } from '../../../../state/toasts.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { Checkbox } from '../../../../ui/form/Checkbox.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { changeSettings } from '../change-settings.ts';
import { PasswordField } from '../../../../ui/form/PasswordField.tsx';

/** Changes the webhook. The stored address and secret are not shown. An empty field keeps the stored value. */
export function WebhookDialog({ webhook, onClose }: { webhook: Settings['webhook']; onClose: () => void }) {
  const isSet = webhook.address !== null;
  const { values, set, field, dialog } = useDialogForm(
    { url: '', secret: '', allowPrivate: webhook.allowPrivate },
    {
      onClose,
      errorTitle: 'Erro ao mudar endereço de avisos',
      check: ({ url, secret }) => ({
        url: isHttpUrl(url.trim()) || (isSet && !url.trim()) ? undefined : 'Use um endereço que comece com https://',
        secret: secret.trim() && secret.trim().length < 8 ? 'Use pelo menos 8 caracteres.' : undefined,
      }),
      async save({ url, secret, allowPrivate }) {
        await changeSettings({
          webhook: { url: url.trim() || undefined, secret: secret.trim() || undefined, allowPrivate },
        });
        toast({ title: 'Endereço de avisos atualizado', description: 'Use “Testar” para conferir.' });
      },
      mapServerErrors: (fields) => ({ url: fields['webhook.url'], secret: fields['webhook.secret'] }),
    },
  );
  return (
    <FormDialog
      {...dialog}
      title="Avisos por webhook"
      description="Cada aviso é um POST com JSON: title, text, kind e at."
      action="Salvar"
    >
      <Input
        label="Endereço"
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="https://ntfy.sh/minha-clinica"
        hint={isSet ? 'Em branco, continua o endereço atual' : undefined}
        {...field('url')}
      />
      <PasswordField
        label="Segredo (opcional)"
        autoComplete="off"
        hint={webhook.hasSecret ? 'Em branco, continua o segredo atual' : 'Assina cada aviso, para quem o confere'}
        {...field('secret')}
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

const isHttpUrl = (text: string) => /^https?:\/\/[^\s/]+/.test(text);
