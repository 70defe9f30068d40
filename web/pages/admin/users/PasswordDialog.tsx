import { useSignals } from '@preact/signals-react/runtime';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import { mutate } from '../../../state/resource.ts';
import { signedInId } from '../../../state/session.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { drawPassword } from '../draw.ts';
import styles from './PasswordDialog.module.css';
import { resetError, resetFailure } from './password-reset.ts';
import type { UserDialogProps } from './UserDialog.tsx';

/** Sets a new password, typed or drawn. Shown as it is: it must be told to the person. */
export function PasswordDialog({ user, onClose }: UserDialogProps) {
  useSignals();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const isUsable = resetError(user.id, password) === undefined;

  const [reset, resetting] = useAction(
    'Erro ao resetar senha',
    async () => {
      const reply = await mutate('POST /api/admin/users/:id/reset-password', { params: { id: user.id }, body: { newPassword: password } });
      toast({ title: 'Senha resetada com sucesso', description: `Informe a nova senha a ${reply.user.username}.` });
      onClose();
    },
    (failure) => {
      toast({ title: 'Erro ao resetar senha', description: resetFailure(failure), variant: 'destructive' });
      return true;
    },
  );

  function submit(): void {
    const problem = resetError(user.id, password);
    setError(problem);
    if (!problem) void reset();
  }

  return (
    <Dialog
      open
      title="Resetar senha"
      description={
        <>
          <strong>{user.username}</strong> ({user.email}). {user.id === signedInId.value ? 'Você sairá do sistema e entrará de novo com a nova senha.' : 'As sessões abertas desta conta são encerradas.'}
        </>
      }
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" disabled={!isUsable} pending={resetting} pendingLabel="Resetando...">
            Resetar senha
          </Button>
        </>
      }
    >
      <div className={styles.line}>
        <div className={styles.field}>
          <Input
            label="Nova senha"
            autoFocus
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={limits.password.max}
            placeholder="Digite ou gere uma senha"
            hint={`Pelo menos ${limits.password.min} caracteres`}
            value={password}
            error={error}
            onChange={(value) => {
              setPassword(value);
              setError(undefined);
            }}
            onBlur={() => password && setError(resetError(user.id, password))}
          />
        </div>
        <div className={styles.tools}>
          <Button
            icon={<WandSparkles aria-hidden="true" />}
            onClick={() => {
              setPassword(drawPassword());
              setError(undefined);
            }}
          >
            Gerar
          </Button>
          <CopyButton outlined label="Copiar senha" text={password} disabled={!password} />
        </div>
      </div>
    </Dialog>
  );
}
