import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { GeneratedInput } from '../../../../ui/form/GeneratedInput.tsx';
import { generatePassword } from './generate-password.ts';
import { NewPasswordDialog } from './NewPasswordDialog.tsx';
import styles from './PasswordDialog.module.css';
import { leastLength, resetError, resetFailure, revokedWords } from './password-reset.ts';
import type { UserDialogProps } from '../shared-props.ts';

/**
 * Sets a new password, typed or generated. It stays visible until the dialog is closed, because it must be passed on to
 * the person.
 */
export function PasswordDialog({ user, onClose }: UserDialogProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isSet, setIsSet] = useState(false);
  const least = leastLength(user.userType);
  const isUsable = resetError(user.id, password, least) === undefined;

  const [reset, resetting] = useAction(
    'Erro ao resetar senha',
    async () => {
      const reply = await mutate('POST /api/admin/users/:id/reset-password', {
        params: { id: user.id },
        body: { newPassword: password },
      });
      toast({
        title: 'Senha resetada com sucesso',
        description: `Informe a nova senha a ${reply.user.username}.${revokedWords(reply.revoked)}`,
      });
      setIsSet(true);
    },
    (failure) => {
      toast({ title: 'Erro ao resetar senha', description: resetFailure(failure), variant: 'destructive' });
      return true;
    },
  );

  function submit(): void {
    const problem = resetError(user.id, password, least);
    setError(problem);
    if (!problem) void reset();
  }

  function change(value: string): void {
    setPassword(value);
    setError(undefined);
  }

  if (isSet) return <NewPasswordDialog username={user.username} {...{ password, onClose }} />;
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
          hint={`Pelo menos ${least} caracteres`}
          value={password}
          error={error}
          onChange={change}
          onBlur={() => password && setError(resetError(user.id, password, least))}
          generate={{
            label: 'Gerar',
            icon: <WandSparkles aria-hidden="true" />,
            onClick: () => change(generatePassword(least)),
          }}
          copyLabel="Copiar senha"
          copyText={password}
        />
      </div>
    </FormDialog>
  );
}
