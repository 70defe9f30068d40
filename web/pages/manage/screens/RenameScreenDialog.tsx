import type { MyPlayer } from '../../../../src/contract/players.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { toast } from '../../../state/toasts.ts';
import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { confirmScreenName } from '../../../components/screens/confirm-same-name.ts';
import { renameScreen } from '../../../components/screens/change-screens.ts';

/** Shows the form 'Renomear Tela' (contract/README 9.6). */
export function RenameScreenDialog({ screen, onClose }: { screen: MyPlayer; onClose: () => void }) {
  const { values, field, dialog } = useDialogForm(
    { name: screen.name },
    {
      errorTitle: 'Erro ao renomear tela',
      check: ({ name }) => ({ name: name.trim() === '' ? 'Dê um nome à tela.' : undefined }),
      async save({ name: typed }) {
        const name = typed.trim();
        if (name !== screen.name) {
          await renameScreen(screen.id, name);
          toast({ title: '✓ Tela renomeada', description: name });
        }
      },
      onClose,
    },
  );

  async function submit(): Promise<void> {
    if (await confirmScreenName(values.name.trim(), screen.id)) await dialog.onSubmit();
  }

  return (
    <FormDialog {...dialog} size="sm" title="Renomear Tela" action="Salvar" pendingLabel="Salvar" onSubmit={submit}>
      <Input
        label="Nome da tela"
        required
        autoFocus
        {...field('name')}
        maxCharacters={limits.playerNameLength}
        placeholder="Ex.: Recepção"
      />
    </FormDialog>
  );
}
