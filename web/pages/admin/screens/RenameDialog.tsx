import { limits } from '../../../../src/contract/limits.ts';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { optimisticChange } from './use-screen-actions.ts';

export function RenameDialog({ screen: { id, name: oldName }, onClose }: { screen: AdminPlayer; onClose: () => void }) {
  const { field, dialog } = useDialogForm(
    { name: oldName },
    {
      errorTitle: 'Erro ao renomear tela',
      onClose,
      check: ({ name }) => ({ name: name.trim() === '' ? 'Dê um nome à tela.' : undefined }),
      async save({ name: typed }) {
        const name = typed.trim();
        if (name === oldName) return;
        const options = optimisticChange(id, { name });
        await mutate('PATCH /api/admin/players/:id', { params: { id }, body: { name } }, options);
        toast({ title: 'Tela renomeada', description: name });
      },
    },
  );

  return (
    <FormDialog {...dialog} size="sm" title="Renomear Tela" action="Salvar">
      <Input
        label="Nome da tela"
        autoComplete="off"
        maxCharacters={limits.playerNameLength}
        onFocus={(event) => event.target.select()}
        {...field('name')}
      />
    </FormDialog>
  );
}
