import type { AdminUserWithCounts, User } from '../../../../src/contract/accounts/accounts.ts';

export type DialogKind = 'password' | 'quotas' | 'timeZone' | 'profile' | 'delete';
/** Opens a dialog about an account. */
export type OpenDialog = (request: { kind: DialogKind; user: AdminUserWithCounts }) => void;

/** Props of every dialog about one account. */
export interface UserDialogProps {
  user: AdminUserWithCounts;
  onClose: () => void;
}

/** Props of the table and the cards. */
export interface UserListProps {
  users: readonly AdminUserWithCounts[];
  actor: User;
  onOpen: OpenDialog;
}
