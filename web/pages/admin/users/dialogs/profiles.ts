/** Profiles of accounts, and the actions that a manager may take on them (contract/README 1.1 to 1.3). Pure. */
import type { ListedAccountWithCounts } from '../../../../../src/contract/accounts/accounts.ts';

export type Profile = 'common' | 'gestor' | 'administrator';

type RoleAndType = Pick<ListedAccountWithCounts, 'role' | 'userType'>;

export const profileNames: Record<Profile, string> = {
  common: 'Comum',
  gestor: 'Gestor',
  administrator: 'Administrador',
};

export const profileFields: Record<Profile, RoleAndType> = {
  common: { role: 'user', userType: 'common' },
  gestor: { role: 'admin', userType: 'gestor' },
  administrator: { role: 'admin', userType: 'admin' },
};

export function profileOf({ role, userType }: RoleAndType): Profile {
  if (role !== 'admin') return 'common';
  return userType === 'admin' ? 'administrator' : 'gestor';
}

export type RoleLabel = 'Admin' | 'Gestor' | 'Usuário';

/** Returns the badge of the column Role (contract/README 2.5): 'Admin' for gestores too, 'Gestor' for pending accounts. */
export function roleLabel({
  role,
  userType,
  status,
}: RoleAndType & Pick<ListedAccountWithCounts, 'status'>): RoleLabel {
  if (role === 'admin') return 'Admin';
  return status === 'pending' || userType === 'gestor' ? 'Gestor' : 'Usuário';
}

const expectedLabels: Record<Profile, RoleLabel> = { common: 'Usuário', gestor: 'Gestor', administrator: 'Admin' };

/** Returns the profile's name if the badge suggests a different one, such as 'Admin' for gestores; otherwise undefined. */
export function profileNameIfBadgeMisleads(user: Parameters<typeof roleLabel>[0]): string | undefined {
  const profile = profileOf(user);
  return roleLabel(user) === expectedLabels[profile] ? undefined : profileNames[profile];
}

/** Returns which actions on `target` the page offers to `actor`. The server checks again, and protects the last administrator. */
export function permissionsOf(actor: RoleAndType & { id: number }, target: RoleAndType & { id: number }) {
  const isAdministrator = profileOf(actor) === 'administrator';
  const isOtherAccount = actor.id !== target.id;
  const canManage = isAdministrator || profileOf(target) === 'common';
  return {
    /** May approve the account and change its quotas. */
    canManage,
    /** May block and delete the account. Nobody may block or delete their own account. */
    canRemove: canManage && isOtherAccount,
    /** False for one's own account, because 'Minha conta' changes its password and asks for the current one. */
    canResetPassword: canManage && isOtherAccount,
    canChangeProfile: isAdministrator && isOtherAccount,
  };
}
