import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { CopyButton } from '../../../../ui/action/CopyButton.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { GeneratedInput } from '../../../../ui/form/GeneratedInput.tsx';
import styles from './PasswordDialog.module.css';
import {
  generatePassword,
  minPasswordLength,
  passwordProblem,
  resetFailureText,
  revokedText,
} from './password-reset.ts';
import type { UserDialogProps } from '../shared-props.ts';

/** Sets a typed or generated password. Then shows the password, so that the manager can give it to the owner. */
export function PasswordDialog({ user, onClose }: UserDialogProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isDone, setIsDone] = useState(false);
  const minLength = minPasswordLength(user.userType);
  const isUsable = passwordProblem(password, minLength) === undefined;

  const [reset, resetting] = useAction(
    'Erro ao resetar senha',
    async () => {
      const response = await mutate('POST /api/admin/users/:id/reset-password', {
        params: { id: user.id },
        body: { newPassword: password },
      });
      toast({
        title: 'Senha resetada com sucesso',
        description: `Informe a nova senha a ${response.user.username}.${revokedText(response.revoked)}`,
      });
      setIsDone(true);
    },
    (failure) => {
      toast({ title: 'Erro ao resetar senha', description: resetFailureText(failure), variant: 'destructive' });
      return true;
    },
  );

  function submit(): void {
    const problem = passwordProblem(password, minLength);
    setError(problem);
    if (!problem) void reset();
  }

  function change(value: string): void {
    setPassword(value);
    setError(undefined);
  }

  if (isDone)
    return (
      <Dialog
        open
        alert
        size="sm"
        title="Nova senha"
        description={
          <>
            Informe a <strong>{user.username}</strong>. Depois de fechar, ela não aparece mais.
          </>
        }
        // Only the button Fechar closes this dialog, because the password is not shown again.
        onClose={() => {}}
        footer={
          <>
            <CopyButton label="Copiar senha" caption="Copiar" text={password} />
            <Button variant="primary" onClick={onClose}>
              Fechar
            </Button>
          </>
        }
      >
        <output className={styles.newPassword}>{password}</output>
      </Dialog>
    );
  return (
    <FormDialog
      title="Resetar senha"
      description={
        <>
          <strong>{user.username}</strong> ({user.email}). As sessões abertas, os tokens de API e os convites ainda
          abertos desta conta são encerrados.
        </>
      }
      action="Resetar senha"
      disabled={!isUsable}
      pending={resetting}
      pendingLabel="Resetando..."
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.password}>
        <GeneratedInput
          label="Nova senha"
          autoCapitalize="off"
          maxLength={limits.password.max}
          placeholder="Digite ou gere uma senha"
          hint={`Pelo menos ${minLength} caracteres`}
          value={password}
          error={error}
          onChange={change}
          onBlur={() => password && setError(passwordProblem(password, minLength))}
          generate={{
            label: 'Gerar',
            icon: <WandSparkles aria-hidden="true" />,
            onClick: () => change(generatePassword(minLength)),
          }}
          copyLabel="Copiar senha"
          copyText={password}
        />
      </div>
    </FormDialog>
  );
}
