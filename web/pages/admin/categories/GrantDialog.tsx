import { useState } from 'react';
import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { loadedRows, mutate, peekResource, useResource } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { UserPicker } from '../../../components/accounts/UserPicker.tsx';

/** Grants an approved user access to the category's contents. */
export function GrantDialog({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  const usersWithAccess = useResource('GET /api/admin/categories/:id/users', { params: { id: category.id } });
  const [userId, setUserId] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  const [grant, granting] = useAction('Erro ao conceder acesso', async (id: number) => {
    const categoryExists = peekResource('GET /api/admin/categories')?.some((each) => each.id === category.id);
    if (!categoryExists) {
      toast({
        title: 'Erro',
        description: 'Selecione uma categoria primeiro.',
        variant: 'destructive',
        outlivesDialog: true,
      });
      return onClose();
    }
    await mutate('POST /api/admin/users/:userId/categories/:categoryId', {
      params: { userId: id, categoryId: category.id },
    });
    const username = loadedRows('GET /api/admin/users').get(id)?.username ?? '';
    toast({ title: 'Acesso concedido', description: `${username} já pode usar “${category.name}”.` });
    onClose();
  });

  function submit(): void {
    if (userId === null) setError('Selecione um usuário.');
    else void grant(userId);
  }

  return (
    <FormDialog
      title="Conceder acesso"
      description={`À categoria “${category.name}”`}
      action="Conceder acesso"
      pending={granting}
      pendingLabel="Concedendo..."
      onSubmit={submit}
      onClose={onClose}
    >
      <UserPicker
        placeholder="Buscar por e-mail ou nome"
        without={{ categoryId: category.id, users: usersWithAccess.data }}
        value={userId}
        onChange={(id) => {
          setUserId(id);
          setError(undefined);
        }}
        error={error ?? (usersWithAccess.data ? undefined : usersWithAccess.error?.message)}
        empty="Todos os usuários aprovados já têm acesso."
      />
    </FormDialog>
  );
}
