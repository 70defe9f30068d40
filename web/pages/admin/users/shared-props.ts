import type { ListedAccountWithCounts, User } from '../../../../src/contract/accounts/accounts.ts';

export type DialogKind = 'password' | 'quotas' | 'timeZone' | 'profile' | 'team' | 'callSource' | 'delete';
/** Opens a dialog about an account. */
export type OpenDialog = (request: { kind: DialogKind; user: ListedAccountWithCounts }) => void;

/** Props of every dialog about one account. */
export interface UserDialogProps {
  user: ListedAccountWithCounts;
  onClose: () => void;
}

/** Props of one account in the table or the cards. */
export interface UserItemProps {
  user: ListedAccountWithCounts;
  actor: User;
  onOpen: OpenDialog;
}

/** Props of the table and the cards. */
export interface UserListProps extends Omit<UserItemProps, 'user'> {
  users: readonly ListedAccountWithCounts[];
}

/** Compares accounts by their fields for `memo`, so that a response with new objects renders only changed rows. */
export function areUserPropsEqual(before: UserItemProps, after: UserItemProps): boolean {
  const fields = Object.keys(after.user) as (keyof ListedAccountWithCounts)[];
  return (
    before.actor === after.actor &&
    before.onOpen === after.onOpen &&
    fields.every((name) => before.user[name] === after.user[name])
  );
}
