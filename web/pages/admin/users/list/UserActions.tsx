import { Ban, Check, EllipsisVertical, KeyRound, LockOpen, SlidersHorizontal, X } from 'lucide-react';
import type { AdminUserWithCounts, User } from '../../../../../src/contract/accounts/accounts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { Menu } from '../../../../ui/overlay/Menu.tsx';
import { actionsId } from './keep-focus.ts';
import { moreActions } from './more-actions.tsx';
import { permissionsOf } from '../dialogs/profiles.ts';
import styles from './UserActions.module.css';
import type { DialogKind, OpenDialog } from '../shared-props.ts';
import { useStatusActions } from './use-status-actions.ts';
import { Row } from '../../../../ui/layout/primitives.tsx';

/** Actions for one account. `labelled`: words on every button, for cards. */
export function UserActions({
  user,
  actor,
  onOpen,
  labelled = false,
}: {
  user: AdminUserWithCounts;
  actor: User;
  onOpen: OpenDialog;
  labelled?: boolean;
}) {
  const { approve, block, removeSecondFactor, requireSecondFactor } = useStatusActions(user);
  const { canManage, canRemove, canResetPassword } = permissionsOf(actor, user);
  const open = (kind: DialogKind) => () => onOpen({ kind, user });
  const named = (action: string) => `${action}: ${user.username}`;

  if (!canManage)
    return (
      <Row as="p" align="center" justify="end" muted size="xs" className={styles.refused}>
        Só administradores alteram esta conta
      </Row>
    );

  const more = moreActions({ user, actor, onOpen, removeSecondFactor, requireSecondFactor });

  return (
    <div id={actionsId(user.id)} className={labelled ? styles.card : styles.row}>
      <div className={styles.status}>
        {user.status !== 'approved' && (
          <Button
            size="sm"
            variant={user.status === 'pending' ? 'primary' : 'secondary'}
            icon={user.status === 'pending' ? <Check aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
            aria-label={named(user.status === 'pending' ? 'Aprovar' : 'Desbloquear')}
            onClick={() => void approve()}
          >
            {user.status === 'pending' ? 'Aprovar' : 'Desbloquear'}
          </Button>
        )}
        {user.status !== 'blocked' && canRemove && (
          <Button
            size="sm"
            icon={user.status === 'pending' ? <X aria-hidden="true" /> : <Ban aria-hidden="true" />}
            aria-label={named(user.status === 'pending' ? 'Rejeitar' : 'Bloquear')}
            onClick={() => void block()}
          >
            {user.status === 'pending' ? 'Rejeitar' : 'Bloquear'}
          </Button>
        )}
      </div>
      <div className={styles.tools}>
        {labelled ? (
          <>
            {canResetPassword && (
              <Button
                size="sm"
                variant="ghost"
                icon={<KeyRound aria-hidden="true" />}
                aria-label={named('Resetar senha')}
                onClick={open('password')}
              >
                Resetar senha
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              icon={<SlidersHorizontal aria-hidden="true" />}
              aria-label={named('Quotas')}
              onClick={open('quotas')}
            >
              Quotas
            </Button>
          </>
        ) : (
          <>
            {canResetPassword && (
              <IconButton size="sm" label={named('Resetar senha')} icon={<KeyRound />} onClick={open('password')} />
            )}
            <IconButton
              size="sm"
              label={named('Gerenciar quotas')}
              icon={<SlidersHorizontal />}
              onClick={open('quotas')}
            />
          </>
        )}
        <Menu
          items={more}
          trigger={(trigger) => (
            <IconButton {...trigger} size="sm" label={named('Mais ações')} icon={<EllipsisVertical />} />
          )}
        />
      </div>
    </div>
  );
}
