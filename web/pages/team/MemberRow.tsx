import { Ban, EllipsisVertical, Link2, ShieldCheck, Trash2, UserCog } from 'lucide-react';
import { useState } from 'react';
import { roleNames } from '../../../src/contract/accounts/capabilities.ts';
import type { Invitation, Member } from '../../../src/contract/accounts/team.ts';
import { mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { useConfirmedAction } from '../../state/form/use-confirmed-action.ts';
import { Avatar } from '../../ui/data/Avatar.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { Breakable } from '../../ui/text/Breakable.tsx';
import { formatAgo, formatDateTime } from '../../ui/text/format.ts';
import { IconButton } from '../../ui/action/IconButton.tsx';
import { Menu, type MenuItem } from '../../ui/overlay/Menu.tsx';
import { AccountRow } from '../../components/accounts/AccountRow.tsx';
import { RoleDialog } from './RoleDialog.tsx';

/** Shows a team member with a menu of actions. The signed-in member's own row has no menu. */
export function MemberRow({
  member,
  isSelf,
  onLink,
}: {
  member: Member;
  isSelf: boolean;
  onLink: (invitation: Invitation) => void;
}) {
  const { id, name, email, role, status } = member;
  const params = { id };
  const displayName = name ?? email;
  const isInvited = status === 'invited';
  const [isChoosingRole, setChoosingRole] = useState(false);
  const [createLink] = useAction('Erro ao criar o link', async () =>
    onLink(await mutate('POST /api/team/members/:id/invitation', { params })),
  );
  const [setStatus] = useConfirmedAction(
    'Erro ao mudar o acesso',
    (next: 'active' | 'blocked') =>
      next === 'blocked'
        ? {
            title: `Bloquear ${displayName}?`,
            text: 'A pessoa sai de todos os navegadores na hora e não entra mais, até ser desbloqueada.',
            action: 'Bloquear',
          }
        : undefined,
    async (next) => {
      await mutate('PATCH /api/team/members/:id', { params, body: { status: next } });
      toast({ title: next === 'blocked' ? 'Pessoa bloqueada' : 'Pessoa desbloqueada', description: displayName });
    },
  );
  const [remove] = useConfirmedAction(
    'Erro ao remover',
    isInvited
      ? { title: 'Retirar o convite?', text: `O link de ${email} deixa de valer.`, action: 'Retirar' }
      : {
          title: `Remover ${displayName} da equipe?`,
          text: 'A pessoa sai na hora, e os tokens de API que ela criou deixam de valer. O resto do que criou continua na conta.',
          action: 'Remover',
        },
    async () => {
      await mutate('DELETE /api/team/members/:id', { params });
      toast({ title: isInvited ? 'Convite retirado' : 'Pessoa removida da equipe', description: displayName });
    },
  );

  const items: (MenuItem | false)[] = [
    { label: 'Mudar papel', icon: <UserCog />, onSelect: () => setChoosingRole(true) },
    status === 'blocked' && {
      label: 'Desbloquear',
      icon: <ShieldCheck />,
      onSelect: () => void setStatus('active'),
    },
    status !== 'blocked' && {
      label: isInvited ? 'Novo link' : 'Link para nova senha',
      icon: <Link2 />,
      onSelect: createLink,
    },
    status === 'active' && { label: 'Bloquear', icon: <Ban />, onSelect: () => void setStatus('blocked') },
    {
      label: isInvited ? 'Retirar convite' : 'Remover da equipe',
      icon: <Trash2 />,
      tone: 'danger',
      onSelect: () => void remove(),
    },
  ];

  return (
    <AccountRow
      icon={<Avatar name={displayName} size={36} />}
      name={name ?? <Breakable text={email} />}
      badges={
        <>
          <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{roleNames[role]}</Badge>
          {isSelf && <Badge tone="success">Você</Badge>}
          {isInvited && <Badge tone="warning">Convite criado</Badge>}
          {status === 'blocked' && <Badge tone="danger">Bloqueado</Badge>}
        </>
      }
      details={
        <>
          {name !== null && <Breakable text={email} />}
          <span>{accessText(member)}</span>
        </>
      }
    >
      {!isSelf && (
        <Menu
          items={items.filter((item) => item !== false)}
          trigger={(props) => <IconButton label={`Ações: ${displayName}`} icon={<EllipsisVertical />} {...props} />}
        />
      )}
      {isChoosingRole && <RoleDialog member={member} onClose={() => setChoosingRole(false)} />}
    </AccountRow>
  );
}

function accessText({ status, invitedUntil, lastSeenAt }: Member): string {
  if (status === 'invited')
    return invitedUntil ? `link vale até ${formatDateTime(invitedUntil)}` : 'link vencido: crie outro';
  return lastSeenAt ? `vista ${formatAgo(lastSeenAt, Date.now())}` : 'nenhuma sessão aberta';
}
