/** Lists of accounts to which managers assign screens, contents or notices (contract/README 9.1). Pure functions. */
import type { AdminUser } from '../../src/contract/accounts/accounts.ts';
import type { PickerItem } from '../ui/form/picker/PickerItemText.tsx';

const collator = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });

const byEmail = (left: { email: string }, right: { email: string }) => collator.compare(left.email, right.email);

/** Returns the approved users, sorted by e-mail. */
export function approvedByEmail<U extends Pick<AdminUser, 'status' | 'email'>>(users: readonly U[]): U[] {
  return users.filter(({ status }) => status === 'approved').sort(byEmail);
}

const roles: Record<AdminUser['userType'], string> = { admin: 'Administrador', gestor: 'Gestor', common: 'Usuário' };

/** Returns the items of a picker of users, sorted by e-mail. Each shows e-mail, name and role. */
export const userItems = (users: readonly AdminUser[]): PickerItem[] =>
  [...users]
    .sort(byEmail)
    .map(({ id, email, username, userType }) => ({ id, title: email, detail: `${username} · ${roles[userType]}` }));
