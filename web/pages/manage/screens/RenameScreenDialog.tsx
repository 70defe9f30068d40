import type { MyPlayer } from '../../../../src/contract/players.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { toast } from '../../../state/toasts.ts';
import { fieldOf } from '../../../state/form/field-of.ts';
import { useForm } from '../../../state/form/use-form.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { renameScreen } from '../../../components/screens/change-screens.ts';

/** Form 'Renomear Tela' (contract/README 9.6). */
export function RenameScreenDialog({ screen, onClose }: { screen: MyPlayer; onClose: () => void }) {
  const form = useForm(
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
        onClose();
      },
    },
  );
  const { submit, saving } = form;

  return (
    <FormDialog
      size="sm"
      title="Renomear Tela"
      action="Salvar"
      pending={saving}
      pendingLabel="Salvar"
      onSubmit={submit}
      onClose={onClose}
    >
      <Input
        label="Nome da tela"
        required
        autoFocus
        {...fieldOf(form, 'name')}
        maxCharacters={limits.playerNameLength}
        placeholder="Ex.: Recepção"
      />
    </FormDialog>
  );
}
