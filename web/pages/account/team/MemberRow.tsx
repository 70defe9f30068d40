import { Ban, EllipsisVertical, Link2, ShieldCheck, Trash2, UserCog } from 'lucide-react';
import { useState } from 'react';
import { roleNames } from '../../../../src/contract/accounts/capabilities.ts';
import type { Invitation, Member } from '../../../../src/contract/accounts/team.ts';
import { confirm } from '../../../state/confirm.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Avatar } from '../../../ui/data/Avatar.tsx';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Breakable } from '../../../ui/text/Breakable.tsx';
import { formatAgo, formatDateTime } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import styles from '../Account.module.css';
import { RoleDialog } from './RoleDialog.tsx';
import { Row } from '../../../ui/layout/primitives.tsx';

const renewed = { invalidates: ['GET /api/team/members'] } as const;

/** One person of the team and what its owner may do about it; nobody changes himself. */
export function MemberRow({
  member,
  isSelf,
  onLink,
}: {
  member: Member;
  isSelf: boolean;
  onLink: (invitation: Invitation) => void;
}) {
  const { id, name, email, role, status, hasOwnAccount } = member;
  const params = { id };
  const called = name ?? email;
  const [isChoosingRole, setChoosingRole] = useState(false);
  const [link] = useAction('Erro ao criar o link', async () =>
    onLink(await mutate('POST /api/team/members/:id/invitation', { params }, renewed)),
  );
  const [setStatus] = useAction('Erro ao mudar o acesso', async (next: 'active' | 'blocked') => {
    await mutate('PATCH /api/team/members/:id', { params, body: { status: next } }, renewed);
    toast({ title: next === 'blocked' ? 'Pessoa bloqueada' : 'Pessoa desbloqueada', description: called });
  });
  const [remove] = useAction('Erro ao remover', async () => {
    await mutate('DELETE /api/team/members/:id', { params }, renewed);
    toast({ title: status === 'invited' ? 'Convite retirado' : 'Pessoa removida da equipe', description: called });
  });

  async function askAndBlock(): Promise<void> {
    const isSure = await confirm({
      title: `Bloquear ${called}?`,
      text: 'A pessoa sai de todos os navegadores na hora e não entra mais, até ser desbloqueada.',
      action: 'Bloquear',
    });
    if (isSure) await setStatus('blocked');
  }

  async function askAndRemove(): Promise<void> {
    const isSure = await confirm(
      status === 'invited'
        ? { title: 'Retirar o convite?', text: `O link de ${email} deixa de valer.`, action: 'Retirar' }
        : {
            title: `Remover ${called} da equipe?`,
            text: 'A pessoa sai na hora. O que ela criou continua na conta.',
            action: 'Remover',
          },
    );
    if (isSure) await remove();
  }

  const items = [
    { label: 'Mudar papel', icon: <UserCog />, onSelect: () => setChoosingRole(true) },
    ...(status === 'blocked'
      ? [{ label: 'Desbloquear', icon: <ShieldCheck />, onSelect: () => void setStatus('active') }]
      : [
          ...(hasOwnAccount
            ? []
            : [
                { label: status === 'invited' ? 'Novo link' : 'Link para nova senha', icon: <Link2 />, onSelect: link },
              ]),
          ...(status === 'active' ? [{ label: 'Bloquear', icon: <Ban />, onSelect: () => void askAndBlock() }] : []),
        ]),
    {
      label: status === 'invited' ? 'Retirar convite' : 'Remover da equipe',
      icon: <Trash2 />,
      tone: 'danger' as const,
      onSelect: () => void askAndRemove(),
    },
  ];

  return (
    <Row as="li" gap={3} align="center" className={styles.row}>
      <Avatar name={called} size={36} />
      <div className={styles.words}>
        <Row gap={2} rowGap={1} align="center" wrap className={styles.name}>
          <h3>{name ?? <Breakable text={email} />}</h3>
          <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{roleNames[role]}</Badge>
          {isSelf && <Badge tone="success">Você</Badge>}
          {status === 'invited' &&
            (hasOwnAccount ? (
              <Badge tone="danger">Convite sem efeito</Badge>
            ) : (
              <Badge tone="warning">Convite enviado</Badge>
            ))}
          {status === 'blocked' && <Badge tone="danger">Bloqueado</Badge>}
        </Row>
        <Row as="p" gap={4} rowGap={0} wrap muted size="sm" breakable>
          {name !== null && <Breakable text={email} />}
          <span>{factsOf(member)}</span>
        </Row>
      </div>
      {!isSelf && (
        <Menu
          items={items}
          trigger={(props) => <IconButton label={`Ações: ${called}`} icon={<EllipsisVertical />} {...props} />}
        />
      )}
      {isChoosingRole && <RoleDialog member={member} onClose={() => setChoosingRole(false)} />}
    </Row>
  );
}

function factsOf({ status, invitedUntil, hasOwnAccount, lastSeenAt }: Member): string {
  if (hasOwnAccount)
    return 'este email registrou uma conta própria. Convide outro email, ou peça a um administrador que exclua aquela conta';
  if (status === 'invited')
    return invitedUntil ? `link vale até ${formatDateTime(invitedUntil)}` : 'link vencido: crie outro';
  return lastSeenAt ? `vista ${formatAgo(lastSeenAt, Date.now())}` : 'nenhuma sessão aberta';
}
