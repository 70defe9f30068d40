import { memberRoles, roleNames } from '../../../../src/contract/capabilities.ts';
import type { Member } from '../../../../src/contract/team.ts';
import { mutate } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useForm } from '../../../state/use-form.ts';
import { ChoiceList } from '../../../ui/ChoiceList.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
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
