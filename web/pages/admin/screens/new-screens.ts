/** Who may get screens (document 2, section 5). Pure. */
import type { AdminUser } from '../../../../src/contract/accounts.ts';

const collator = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });

/** Only approved users, sorted by e-mail. */
export function approvedByEmail<U extends Pick<AdminUser, 'status' | 'email'>>(users: readonly U[]): U[] {
  return users.filter(({ status }) => status === 'approved').sort((left, right) => collator.compare(left.email, right.email));
}
