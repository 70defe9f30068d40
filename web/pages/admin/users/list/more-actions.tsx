import { Clock, KeyRound, ShieldCheck, ShieldMinus, ShieldOff, Trash2, UserCog } from 'lucide-react';
import type { AdminUserWithCounts, User } from '../../../../../src/contract/accounts/accounts.ts';
import { paths } from '../../../../navigation/paths.ts';
import { navigate } from '../../../../navigation/router.ts';
import type { MenuItem } from '../../../../ui/overlay/Menu.tsx';
import { permissionsOf } from '../dialogs/profiles.ts';
import type { DialogKind, OpenDialog } from '../shared-props.ts';
import type { useStatusActions } from './use-status-actions.ts';

/** Returns the menu of one account. */
export function moreActions({
  user,
  actor,
  onOpen,
  removeSecondFactor,
  requireSecondFactor,
}: {
  user: AdminUserWithCounts;
  actor: User;
  onOpen: OpenDialog;
} & Pick<ReturnType<typeof useStatusActions>, 'removeSecondFactor' | 'requireSecondFactor'>): MenuItem[] {
  const { canRemove, canChangeProfile } = permissionsOf(actor, user);
  const open = (kind: DialogKind) => () => onOpen({ kind, user });
  const more: MenuItem[] = [{ label: 'Fuso horário', icon: <Clock />, onSelect: open('timeZone') }];
  if (user.id === actor.id)
    more.unshift({
      label: 'Mudar a senha em Minha conta',
      icon: <KeyRound />,
      onSelect: () => navigate(paths.account),
    });
  if (canChangeProfile) more.push({ label: 'Mudar perfil', icon: <UserCog />, onSelect: open('profile') });
  more.push({
    label: user.requiresSecondFactor
      ? 'Deixar de exigir verificação em duas etapas'
      : 'Exigir verificação em duas etapas',
    icon: user.requiresSecondFactor ? <ShieldMinus /> : <ShieldCheck />,
    onSelect: () => void requireSecondFactor(!user.requiresSecondFactor),
  });
  if (user.hasSecondFactor && user.id !== actor.id)
    more.push({
      label: 'Desligar verificação em duas etapas',
      icon: <ShieldOff />,
      onSelect: () => void removeSecondFactor(),
    });
  if (canRemove) more.push({ label: 'Excluir conta', icon: <Trash2 />, tone: 'danger', onSelect: open('delete') });
  return more;
}
