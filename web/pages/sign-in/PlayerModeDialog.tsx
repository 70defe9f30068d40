import { useRef, useState } from 'react';
import { CallError, call } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { toastError } from '../../state/toasts.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** Modal 'Confirmação Necessária': the right password leads to the player, a wrong one only clears the field. */
export function PlayerModeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);

  const [confirm, confirming] = useAction(
    'Erro de conexão',
    async () => {
      await call('POST /api/player/mode-code', { body: { password } });
      location.assign(paths.playerLaunch);
    },
    (error) => {
      setPassword('');
      field.current?.focus();
      if (!(error instanceof CallError) || ![400, 403, 429].includes(error.status)) return false;
      if (error.status === 429) toastError('Erro', error);
      return true;
    },
  );

  function close(): void {
    setPassword('');
    onClose();
  }

  return (
    <Dialog
      open={open}
      size="sm"
      title="Confirmação Necessária"
      onClose={close}
      onSubmit={() => password && void confirm()}
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button type="submit" variant="primary" pending={confirming}>
            Confirmar
          </Button>
        </>
      }
    >
      <PasswordField ref={field} label="Digite a senha:" autoComplete="off" autoFocus maxLength={64} value={password} onChange={setPassword} />
    </Dialog>
  );
}
