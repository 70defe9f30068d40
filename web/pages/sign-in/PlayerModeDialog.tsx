import { useRef, useState } from 'react';
import { CallError, call } from '../../api/client.ts';
import { paths } from '../../navigation/paths.ts';
import { toastError } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';

/** Asks for the password of the player mode. A correct password opens the player; a wrong one only clears the field. */
export function PlayerModeDialog({ onClose }: { onClose: () => void }) {
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

  return (
    <FormDialog
      size="sm"
      title="Confirmação Necessária"
      action="Confirmar"
      pending={confirming}
      pendingLabel="Confirmar"
      onSubmit={() => password && void confirm()}
      onClose={onClose}
    >
      <PasswordField
        ref={field}
        label="Digite a senha:"
        autoComplete="off"
        autoFocus
        maxLength={64}
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
