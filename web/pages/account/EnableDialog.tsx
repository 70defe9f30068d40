import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { CodeField } from '../../components/second-factor/CodeField.tsx';
import { SecretQrCode } from '../../components/second-factor/SecretQrCode.tsx';
import { mutate } from '../../state/resources/resource.ts';
import { useAction } from '../../state/form/use-action.ts';
import { type ResultDialogProps, useDialogForm } from '../../state/form/use-dialog-form.ts';
import { proofErrors } from './ProofDialog.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

/**
 * Shows the dialog that switches on the second factor: it shows the secret for the authenticator app, and asks for a code and the
 * password. `onSaved` gets the recovery codes.
 */
export function EnableDialog({ onSaved, onClose }: ResultDialogProps<readonly string[]>) {
  const [secondFactorKey, setSecondFactorKey] = useState<{ secret: string; uri: string }>();
  const [createKey] = useAction('Erro ao preparar a verificação', async () =>
    setSecondFactorKey(await call('POST /api/user/second-factor/key')),
  );
  useEffect(() => void createKey(), [createKey]);
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
      disabled={!secondFactorKey}
    >
      <p>
        No celular, leia o QR code com um aplicativo autenticador (Google Authenticator, Microsoft Authenticator,
        Aegis...) e digite o código que ele mostra.
      </p>
      {secondFactorKey ? <SecretQrCode {...secondFactorKey} /> : <Skeleton height="10rem" radius="var(--radius)" />}
      <CodeField {...field('code')} />
      <PasswordField label="Senha atual" autoComplete="current-password" {...field('currentPassword')} />
    </FormDialog>
  );
}
