import type { Update } from '../../../../../src/contract/tasks.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { PasswordField } from '../../../../ui/form/PasswordField.tsx';

/** Asks for the password and starts the update of the server. */
export function UpdateDialog({
  candidate: { version, sha256 },
  onClose,
}: {
  candidate: NonNullable<Update['candidate']>;
  onClose: () => void;
}) {
  const { field, dialog } = useDialogForm(
    { currentPassword: '' },
    {
      errorTitle: 'Erro ao atualizar',
      onClose,
      check: ({ currentPassword }) => ({
        currentPassword: currentPassword ? undefined : 'Informe a sua senha atual.',
      }),
      save: (typed) => mutate('POST /api/admin/update', { body: { ...typed, sha256 } }),
    },
  );
  return (
    <FormDialog {...dialog} title={`Atualizar para ${version}`} action="Atualizar" pendingLabel="Verificando...">
      <p>
        O servidor faz um backup, testa a versão nova com uma cópia dos dados e reinicia: por cerca de um minuto o
        Studio pode não responder, e as TVs continuam exibindo. Se a versão nova não ficar pronta, o servidor volta
        sozinho à anterior, com os dados dela.
      </p>
      <PasswordField label="Senha atual" autoComplete="current-password" {...field('currentPassword')} />
    </FormDialog>
  );
}
