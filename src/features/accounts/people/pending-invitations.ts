/** Notifies a team when the account of an invited e-mail is created or deleted (contract/README 1.20). */
import type { Author } from '../../../contract/endpoint.ts';
import type { AccountDeps } from '../deps.ts';

/** Contains no address: the team must not see where somebody registers from. */
const nobody: Author = { userId: null, memberId: null, tokenId: null, name: '', address: null };

/** Call both functions in the transaction that creates or deletes the account. */
export function createPendingInvitations({ members, audit, publish }: AccountDeps) {
  const changed = (userId: number) => publish(`user:${userId}`, { type: 'contentChanged', what: 'team' });
  return {
    accountRegistered(email: string): void {
      const invited = members.findInvited(email);
      if (!invited) return;
      const target = { kind: 'member', id: invited.id, name: invited.email, accountId: invited.userId } as const;
      audit.record(nobody, 'member.has_own_account', target);
      changed(invited.userId);
    },
    accountDeleted(email: string): void {
      const invited = members.findInvited(email);
      if (invited) changed(invited.userId);
    },
  };
}
