import { memberRoles, roleNames } from '../../../../src/contract/accounts/capabilities.ts';
import type { Member } from '../../../../src/contract/accounts/team.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useForm } from '../../../state/form/use-form.ts';
import { ChoiceList } from '../../../ui/form/choice/ChoiceList.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { roleTexts } from './role-texts.ts';

/** Another role; it counts at once, in open windows too. */
export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const called = member.name ?? member.email;
  const { values, set, submit, saving } = useForm(
    { role: member.role },
    {
      errorTitle: 'Erro ao mudar o papel',
      check: () => ({}),
      async save(body) {
        await mutate(
          'PATCH /api/team/members/:id',
          { params: { id: member.id }, body },
          { invalidates: ['GET /api/team/members'] },
        );
        toast({ title: 'Papel alterado', description: `${called}: ${roleNames[body.role]}` });
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title="Mudar papel"
      description={called}
      action="Salvar"
      pending={saving}
      onClose={onClose}
      onSubmit={submit}
    >
      <ChoiceList
        label="Papel"
        hideLabel
        value={values.role}
        onChange={(role) => set({ role })}
        options={memberRoles.map((role) => ({ value: role, label: roleNames[role], hint: roleTexts[role] }))}
      />
    </FormDialog>
  );
}
