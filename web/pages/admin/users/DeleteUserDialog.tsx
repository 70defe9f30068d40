import { useState } from 'react';
import { change, mutate } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { belongingsOf } from './belongings.ts';
import type { UserDialogProps } from './shared-props.ts';
import { userReads } from './user-reads.ts';

/** Deletes an account with all it owns, once its e-mail has been typed. */
export function DeleteUserDialog({ user, onClose }: UserDialogProps) {
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().toLowerCase() === user.email.toLowerCase();

  const [remove, removing] = useAction('Erro ao excluir', async () => {
    const optimistic = [change('GET /api/admin/users-with-counts', (all) => all.filter((each) => each.id !== user.id))];
    await mutate('DELETE /api/admin/users/:id', { params: { id: user.id } }, { optimistic, invalidates: userReads });
    onClose();
    toast({ title: 'Usuário excluído', description: user.username });
  });

  /** As in FormDialog: a late answer would close the dialog opened after this one. */
  const leave = () => {
    if (!removing) onClose();
  };

  return (
    <Dialog
      open
      alert
      title="Excluir conta?"
      description={
        <>
          <strong>{user.username}</strong> e tudo o que é da conta será excluído{belongingsOf(user)}. Não é possível
          desfazer.
        </>
      }
      onClose={leave}
      onSubmit={() => isConfirmed && void remove()}
      footer={
        <>
          <Button disabled={removing} onClick={leave}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" disabled={!isConfirmed} pending={removing} pendingLabel="Excluindo...">
            Excluir conta
          </Button>
        </>
      }
    >
      <Input
        autoFocus
        label="Digite o email da conta para confirmar"
        hint={user.email}
        type="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={setTyped}
      />
    </Dialog>
  );
}
