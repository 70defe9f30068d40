import { CodeField } from '../../components/second-factor/CodeField.tsx';
import { mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useForm } from '../../state/form/use-form.ts';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';

const invalidates = ['GET /api/user/second-factor'] as const;

/** Switching it off, or new recovery codes: both want the password and a code. */
export function ProofDialog({
  request,
  onClose,
  onCodes,
}: {
  request: 'off' | 'renew';
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const isOff = request === 'off';
  const { values, errors, set, submit, saving } = useForm(
    { currentPassword: '', code: '' },
    {
      errorTitle: isOff ? 'Erro ao desligar a verificação' : 'Erro ao gerar códigos',
      check: ({ code, currentPassword }) => ({
        code: code.trim() ? undefined : 'Digite o código.',
        currentPassword: currentPassword ? undefined : 'Informe a sua senha atual.',
      }),
      async save(body) {
        if (isOff) {
          await mutate('POST /api/user/second-factor/disable', { body }, { invalidates });
          toast({ title: 'Verificação em duas etapas desligada' });
          onClose();
        } else {
          const answer = await mutate('POST /api/user/second-factor/recovery-codes', { body }, { invalidates });
          onCodes(answer.recoveryCodes);
        }
      },
    },
  );
  return (
    <FormDialog
      title={isOff ? 'Desligar a verificação em duas etapas' : 'Novos códigos de recuperação'}
      action={isOff ? 'Desligar' : 'Gerar códigos'}
      tone={isOff ? 'danger' : 'primary'}
      pendingLabel="Verificando..."
      pending={saving}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p>
        {isOff
          ? 'A senha sozinha volta a bastar para entrar, e os códigos de recuperação deixam de valer.'
          : 'Os códigos anteriores deixam de valer.'}
      </p>
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        value={values.currentPassword}
        error={errors.currentPassword}
        onChange={(currentPassword) => set({ currentPassword })}
      />
      <CodeField
        value={values.code}
        error={errors.code}
        hint="Ou um código de recuperação."
        onChange={(code) => set({ code })}
      />
    </FormDialog>
  );
}
