import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { CodeField } from '../../components/second-factor/CodeField.tsx';
import { KeyPicture } from '../../components/second-factor/KeyPicture.tsx';
import { mutate } from '../../state/resources/resource.ts';
import { useAction } from '../../state/form/use-action.ts';
import { type ResultDialogProps, useDialogForm } from '../../state/form/use-dialog-form.ts';
import { proofErrors } from './ProofDialog.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

/** Switches the second factor on: shows the key for the app, and asks for its first code and the password. */
export function EnableDialog({ onSaved, onClose }: ResultDialogProps<readonly string[]>) {
  const [key, setKey] = useState<{ secret: string; uri: string }>();
  const [readKey] = useAction('Erro ao preparar a verificação', async () =>
    setKey(await call('POST /api/user/second-factor/key')),
  );
  useEffect(() => void readKey(), [readKey]);
  const { field, dialog } = useDialogForm(
    { code: '', currentPassword: '' },
    {
      errorTitle: 'Erro ao ligar a verificação',
      onClose,
      check: proofErrors,
      async save(form) {
        const { recoveryCodes } = await mutate('POST /api/user/second-factor', { body: form });
        onSaved(recoveryCodes);
      },
    },
  );
  return (
    <FormDialog
      {...dialog}
      title="Ligar a verificação em duas etapas"
      action="Ligar"
      pendingLabel="Ligando..."
      disabled={!key}
    >
      <p>
        No celular, leia o QR code com um aplicativo autenticador (Google Authenticator, Microsoft Authenticator,
        Aegis...) e digite o código que ele mostra.
      </p>
      {key ? <KeyPicture {...key} /> : <Skeleton height="10rem" radius="var(--radius)" />}
      <CodeField {...field('code')} />
      <PasswordField label="Senha atual" autoComplete="current-password" {...field('currentPassword')} />
    </FormDialog>
  );
}
