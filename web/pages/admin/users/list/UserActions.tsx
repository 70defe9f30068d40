import {
  Ban,
  Check,
  Clock,
  EllipsisVertical,
  KeyRound,
  LockOpen,
  Network,
  ShieldCheck,
  ShieldMinus,
  ShieldOff,
  SlidersHorizontal,
  Trash2,
  UserCog,
  UsersRound,
  X,
} from 'lucide-react';
import { paths } from '../../../../navigation/paths.ts';
import { navigate } from '../../../../navigation/router.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { Menu, type MenuItem } from '../../../../ui/overlay/Menu.tsx';
import { permissionsOf } from '../dialogs/profiles.ts';
import styles from './UserActions.module.css';
import type { DialogKind, UserItemProps } from '../shared-props.ts';
import { actionsElementId, useUserActions } from './use-user-actions.ts';
import { Row } from '../../../../ui/layout/primitives.tsx';

/** Shows the buttons and the menu of one account. `labelled`: all buttons except the menu's have a text, as in cards. */
export function UserActions({ user, actor, onOpen, labelled = false }: UserItemProps & { labelled?: boolean }) {
  const { approve, block, removeSecondFactor, requireSecondFactor } = useUserActions(user);
  const { canManage, canRemove, canResetPassword, canChangeProfile } = permissionsOf(actor, user);
  const open = (kind: DialogKind) => () => onOpen({ kind, user });
  const labelFor = (action: string) => `${action}: ${user.username}`;
  const { status, requiresSecondFactor } = user;
  const isPending = status === 'pending';
  const isOwn = user.id === actor.id;

  if (!canManage)
    return (
      <Row as="p" align="center" justify="end" muted size="xs" className={styles.notAllowed}>
        Só administradores alteram esta conta
      </Row>
    );

  const tools = [
    ...(canResetPassword
      ? [{ text: 'Resetar senha', label: 'Resetar senha', icon: <KeyRound />, onClick: open('password') }]
      : []),
    { text: 'Quotas', label: 'Gerenciar quotas', icon: <SlidersHorizontal />, onClick: open('quotas') },
  ];
  const menuItems: (MenuItem | false)[] = [
    isOwn && { label: 'Mudar a senha em Minha conta', icon: <KeyRound />, onSelect: () => navigate(paths.account) },
    user.userType === 'common' && { label: 'Equipe', icon: <UsersRound />, onSelect: open('team') },
    { label: 'Fuso horário', icon: <Clock />, onSelect: open('timeZone') },
    actor.userType === 'admin' && {
      label: 'Novo SGA na rede interna',
      icon: <Network />,
      onSelect: open('callSource'),
    },
    canChangeProfile && { label: 'Mudar perfil', icon: <UserCog />, onSelect: open('profile') },
    {
      label: requiresSecondFactor ? 'Deixar de exigir verificação em duas etapas' : 'Exigir verificação em duas etapas',
      icon: requiresSecondFactor ? <ShieldMinus /> : <ShieldCheck />,
      onSelect: () => void requireSecondFactor(!requiresSecondFactor),
    },
    user.hasSecondFactor &&
      !isOwn && {
        label: 'Desligar verificação em duas etapas',
        icon: <ShieldOff />,
        onSelect: () => void removeSecondFactor(),
      },
    canRemove && { label: 'Excluir conta', icon: <Trash2 />, tone: 'danger', onSelect: open('delete') },
  ];

  return (
    <div id={actionsElementId(user.id)} className={labelled ? styles.card : styles.row}>
      <Row gap={2} align="center" className={styles.status}>
        {status !== 'approved' && (
          <Button
            size="sm"
            variant={isPending ? 'primary' : 'secondary'}
            icon={isPending ? <Check aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
            aria-label={labelFor(isPending ? 'Aprovar' : 'Desbloquear')}
            onClick={() => void approve()}
          >
            {isPending ? 'Aprovar' : 'Desbloquear'}
          </Button>
        )}
        {status !== 'blocked' && canRemove && (
          <Button
            size="sm"
            icon={isPending ? <X aria-hidden="true" /> : <Ban aria-hidden="true" />}
            aria-label={labelFor(isPending ? 'Rejeitar' : 'Bloquear')}
            onClick={() => void block()}
          >
            {isPending ? 'Rejeitar' : 'Bloquear'}
          </Button>
        )}
      </Row>
      <Row gap={1} align="center" className={styles.tools}>
        {tools.map(({ text, label, icon, onClick }) =>
          labelled ? (
            <Button key={text} size="sm" variant="ghost" icon={icon} aria-label={labelFor(text)} onClick={onClick}>
              {text}
            </Button>
          ) : (
            <IconButton key={text} size="sm" label={labelFor(label)} icon={icon} onClick={onClick} />
          ),
        )}
        <Menu
          items={menuItems.filter((item) => item !== false)}
          trigger={(trigger) => (
            <IconButton {...trigger} size="sm" label={labelFor('Mais ações')} icon={<EllipsisVertical />} />
          )}
        />
      </Row>
    </div>
  );
}
