import { Mail } from 'lucide-react';
import type { MemberRole } from '../../../src/contract/accounts/capabilities.ts';
import type { Invitation } from '../../../src/contract/accounts/team.ts';
import { mutate } from '../../state/resources/resource.ts';
import { type ResultDialogProps, useDialogForm } from '../../state/form/use-dialog-form.ts';
import { ChoiceList } from '../../ui/form/choice/ChoiceList.tsx';
import { looksLikeEmail } from '../../ui/form/typing/looks-like-email.ts';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { roleOptions } from './role-options.ts';

/** Invites a new member with an e-mail and a role. `onSaved` gets the invitation with its link. */
export function InviteDialog({ onSaved, onClose }: ResultDialogProps<Invitation>) {
  const { field, dialog } = useDialogForm<{ email: string; role: MemberRole }>(
    { email: '', role: 'reception' },
    {
      errorTitle: 'Erro ao convidar',
      onClose,
      check: ({ email }) => ({ email: looksLikeEmail(email) ? undefined : 'Email inválido' }),
      save: async (body) => onSaved(await mutate('POST /api/team/members', { body })),
    },
  );
  return (
    <FormDialog
      {...dialog}
      title="Convidar para a equipe"
      description="A pessoa recebe um link, escreve o nome e escolhe a própria senha."
      action="Criar link"
      pendingLabel="Criando..."
    >
      <Input
        label="Email da pessoa"
        type="email"
        inputMode="email"
        autoComplete="off"
        hint="É com ele que ela entra. Nenhum email precisa ser enviado."
        icon={<Mail aria-hidden="true" />}
        {...field('email')}
      />
      <ChoiceList label="Papel" options={roleOptions} {...field('role')} />
    </FormDialog>
  );
}
