import { useState } from 'react';
import { change, mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { deletedDataText } from './deleted-data-text.ts';
import type { UserDialogProps } from '../shared-props.ts';

/** Deletes an account with everything that it owns, once the account's e-mail has been typed as a confirmation. */
export function DeleteUserDialog({ user, onClose }: UserDialogProps) {
  const [typedEmail, setTypedEmail] = useState('');
  const isConfirmed = typedEmail.trim().toLowerCase() === user.email.toLowerCase();

  const [remove, removing] = useAction('Erro ao excluir', async () => {
    const optimistic = [change('GET /api/admin/users-with-counts', (all) => all.filter((each) => each.id !== user.id))];
    await mutate('DELETE /api/admin/users/:id', { params: { id: user.id } }, { optimistic });
    onClose();
    toast({ title: 'Usuário excluído', description: user.username });
  });

  return (
    <FormDialog
      alert
      title="Excluir conta?"
      description={
        <>
          <strong>{user.username}</strong> e tudo o que é da conta será excluído{deletedDataText(user)}. Não é possível
          desfazer.
        </>
      }
      action="Excluir conta"
      tone="danger"
      disabled={!isConfirmed}
      pending={removing}
      pendingLabel="Excluindo..."
      onSubmit={() => isConfirmed && void remove()}
      onClose={onClose}
    >
      <Input
        autoFocus
        label="Digite o email da conta para confirmar"
        hint={user.email}
        type="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typedEmail}
        onChange={setTypedEmail}
      />
    </FormDialog>
  );
}
