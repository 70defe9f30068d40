import { CodeField } from '../../components/second-factor/CodeField.tsx';
import { mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { type ResultDialogProps, useDialogForm } from '../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';

/** Returns an error text for a missing code and for a missing current password. */
export const proofErrors = ({ code, currentPassword }: { code: string; currentPassword: string }) => ({
  code: code.trim() ? undefined : 'Digite o código.',
  currentPassword: currentPassword ? undefined : 'Informe a sua senha atual.',
});

/** Asks for the password and a code, then switches the second factor off (`turnsOff`) or creates new recovery codes. */
export function ProofDialog({
  turnsOff,
  onSaved,
  onClose,
}: ResultDialogProps<readonly string[]> & { turnsOff: boolean }) {
  const { field, dialog } = useDialogForm(
    { currentPassword: '', code: '' },
    {
      errorTitle: turnsOff ? 'Erro ao desligar a verificação' : 'Erro ao gerar códigos',
      onClose,
      check: proofErrors,
      async save(body) {
        if (turnsOff) {
          await mutate('POST /api/user/second-factor/disable', { body });
          toast({ title: 'Verificação em duas etapas desligada' });
        } else {
          const response = await mutate('POST /api/user/second-factor/recovery-codes', { body });
          onSaved(response.recoveryCodes);
        }
      },
    },
  );
  return (
    <FormDialog
      {...dialog}
      title={turnsOff ? 'Desligar a verificação em duas etapas' : 'Novos códigos de recuperação'}
      action={turnsOff ? 'Desligar' : 'Gerar códigos'}
      tone={turnsOff ? 'danger' : 'primary'}
      pendingLabel="Verificando..."
    >
      <p>
        {turnsOff
          ? 'A senha sozinha volta a bastar para entrar, e os códigos de recuperação deixam de valer.'
          : 'Os códigos anteriores deixam de valer.'}
      </p>
      <PasswordField label="Senha atual" autoComplete="current-password" {...field('currentPassword')} />
      <CodeField hint="Ou um código de recuperação." {...field('code')} />
    </FormDialog>
  );
}
