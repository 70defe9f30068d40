import type { AdminUserWithCounts, User } from '../../../../src/contract/accounts.ts';
import type { OpenDialog } from './UserActions.tsx';

/** Of every dialog about one account. */
export interface UserDialogProps {
  user: AdminUserWithCounts;
  onClose: () => void;
}

/** Of the table and the cards alike. */
export interface UserListProps {
  users: readonly AdminUserWithCounts[];
  actor: User;
  onOpen: OpenDialog;
}
