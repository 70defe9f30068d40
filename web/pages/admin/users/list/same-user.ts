import type { AdminUserWithCounts, User } from '../../../../../src/contract/accounts/accounts.ts';
import type { OpenDialog } from '../shared-props.ts';

export interface UserItemProps {
  user: AdminUserWithCounts;
  actor: User;
  onOpen: OpenDialog;
}

/** For memo: each answer brings new objects, and a thousand rows must not redraw because one account changed. */
export function sameUser(before: UserItemProps, after: UserItemProps): boolean {
  return before.actor === after.actor && before.onOpen === after.onOpen && sameFields(before.user, after.user);
}

function sameFields<T extends object>(a: T, b: T): boolean {
  return a === b || (Object.keys(b) as (keyof T)[]).every((name) => a[name] === b[name]);
}
