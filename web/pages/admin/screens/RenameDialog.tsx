import { limits } from '../../../../src/contract/limits.ts';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useForm } from '../../../state/form/use-form.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { changeScreen, screenReads } from './use-screen-actions.ts';

export function RenameDialog({ screen: { id, name: oldName }, onClose }: { screen: AdminPlayer; onClose: () => void }) {
  const { values, errors, set, submit, saving } = useForm(
    { name: oldName },
    {
      errorTitle: 'Erro ao renomear tela',
      check: ({ name }) => ({ name: name.trim() === '' ? 'Dê um nome à tela.' : undefined }),
      async save({ name: typed }) {
        const name = typed.trim();
        if (name !== oldName) {
          await mutate(
            'PATCH /api/admin/players/:id',
            { params: { id }, body: { name } },
            { optimistic: [changeScreen(id, { name })], invalidates: screenReads },
          );
          toast({ title: 'Tela renomeada', description: name });
        }
        onClose();
      },
    },
  );

  return (
    <FormDialog size="sm" title="Renomear Tela" action="Salvar" pending={saving} onSubmit={submit} onClose={onClose}>
      <Input
        label="Nome da tela"
        autoComplete="off"
        maxCharacters={limits.playerNameLength}
        value={values.name}
        error={errors.name}
        onFocus={(event) => event.target.select()}
        onChange={(name) => set({ name })}
      />
    </FormDialog>
  );
}
