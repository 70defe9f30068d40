/** Profiles of accounts and what a manager may do to them (contract/README 1.1 to 1.3). Pure. */
import type { AdminUserWithCounts } from '../../../../../src/contract/accounts/accounts.ts';

export type Profile = 'common' | 'gestor' | 'administrator';

type Person = Pick<AdminUserWithCounts, 'role' | 'userType'>;

export const profileNames: Record<Profile, string> = {
  common: 'Comum',
  gestor: 'Gestor',
  administrator: 'Administrador',
};

export const profileFields: Record<Profile, Person> = {
  common: { role: 'user', userType: 'common' },
  gestor: { role: 'admin', userType: 'gestor' },
  administrator: { role: 'admin', userType: 'admin' },
};

export function profileOf({ role, userType }: Person): Profile {
  if (role !== 'admin') return 'common';
  return userType === 'admin' ? 'administrator' : 'gestor';
}

export type RoleLabel = 'Admin' | 'Gestor' | 'Usuário';

/** The badge of the column Role, by contract/README 2.5. */
export function roleLabel({ role, userType, status }: Person & Pick<AdminUserWithCounts, 'status'>): RoleLabel {
  if (role === 'admin') return 'Admin';
  return status === 'pending' || userType === 'gestor' ? 'Gestor' : 'Usuário';
}

const plainLabels: Record<Profile, RoleLabel> = { common: 'Usuário', gestor: 'Gestor', administrator: 'Admin' };

/** The profile's name where the badge does not tell it: the badge calls gestores 'Admin' and whoever is pending 'Gestor'. */
export function profileNote(user: Parameters<typeof roleLabel>[0]): string | undefined {
  const profile = profileOf(user);
  return roleLabel(user) === plainLabels[profile] ? undefined : profileNames[profile];
}

/** Returns the actions that the page offers; the server decides the same and guards the last administrator. */
export function permissionsOf(actor: Person & { id: number }, target: Person & { id: number }) {
  const isFull = profileOf(actor) === 'administrator';
  const isOther = actor.id !== target.id;
  const canManage = isFull || profileOf(target) === 'common';
  return {
    /** Approve, change quotas. */
    canManage,
    /** Block, delete: never oneself. */
    canRemove: canManage && isOther,
    /** Never the own one: that is changed in 'Minha conta' with the present one. */
    canResetPassword: canManage && isOther,
    canChangeProfile: isFull && isOther,
  };
}
