import { roleNames } from '../../../src/contract/accounts/capabilities.ts';
import type { Member } from '../../../src/contract/accounts/team.ts';
import { mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useDialogForm } from '../../state/form/use-dialog-form.ts';
import { ChoiceList } from '../../ui/form/choice/ChoiceList.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { roleOptions } from './role-options.ts';

/** Changes the role of a member. The new role applies at once, also in the member's open windows. */
export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const displayName = member.name ?? member.email;
  const { field, dialog } = useDialogForm(
    { role: member.role },
    {
      errorTitle: 'Erro ao mudar o papel',
      onClose,
      check: () => ({}),
      async save(body) {
        await mutate('PATCH /api/team/members/:id', { params: { id: member.id }, body });
        toast({ title: 'Papel alterado', description: `${displayName}: ${roleNames[body.role]}` });
      },
    },
  );
  return (
    <FormDialog {...dialog} title="Mudar papel" description={displayName} action="Salvar">
      <ChoiceList label="Papel" hideLabel options={roleOptions} {...field('role')} />
    </FormDialog>
  );
}
