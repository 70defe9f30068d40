import { Mail } from 'lucide-react';
import { type MemberRole, memberRoles, roleNames } from '../../../../src/contract/accounts/capabilities.ts';
import type { Invitation } from '../../../../src/contract/accounts/team.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { useForm } from '../../../state/form/use-form.ts';
import { ChoiceList } from '../../../ui/form/choice/ChoiceList.tsx';
import { looksLikeEmail } from '../../../ui/form/typing/looks-like-email.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { roleTexts } from './role-texts.ts';

interface InviteForm {
  email: string;
  role: MemberRole;
}

/** E-mail and role of somebody new; the link comes next. */
export function InviteDialog({
  onClose,
  onInvited,
}: {
  onClose: () => void;
  onInvited: (invitation: Invitation) => void;
}) {
  const { values, errors, set, submit, saving } = useForm<InviteForm>(
    { email: '', role: 'reception' },
    {
      errorTitle: 'Erro ao convidar',
      check: ({ email }) => ({ email: looksLikeEmail(email) ? undefined : 'Email inválido' }),
      save: async (body) =>
        onInvited(await mutate('POST /api/team/members', { body }, { invalidates: ['GET /api/team/members'] })),
    },
  );
  return (
    <FormDialog
      title="Convidar para a equipe"
      description="A pessoa recebe um link, escreve o nome e escolhe a própria senha."
      action="Criar link"
      pendingLabel="Criando..."
      pending={saving}
      onClose={onClose}
      onSubmit={submit}
    >
      <Input
        label="Email da pessoa"
        type="email"
        inputMode="email"
        autoComplete="off"
        hint="É com ele que ela entra. Nenhum email precisa ser enviado."
        icon={<Mail aria-hidden="true" />}
        value={values.email}
        error={errors.email}
        onChange={(email) => set({ email })}
      />
      <ChoiceList
        label="Papel"
        value={values.role}
        onChange={(role) => set({ role })}
        options={memberRoles.map((role) => ({ value: role, label: roleNames[role], hint: roleTexts[role] }))}
      />
    </FormDialog>
  );
}
