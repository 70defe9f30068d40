/**
 * Notifies those who invited an e-mail to a team when it registers an own account, or deletes it (contract/README
 * 1.20).
 */
import type { Author } from '../../../contract/endpoint.ts';
import type { Publish } from '../../../contract/events.ts';
import type { Audit } from '../../audit/audit.ts';
import type { MemberStore } from '../../team/member-store.ts';

export interface PendingInvitationsDeps {
  members: Pick<MemberStore, 'findInvited'>;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
}

/** From where somebody registers is no business of the team's. */
const nobody: Author = { userId: null, memberId: null, tokenId: null, name: '', address: null };

/** Both inside the transaction of the change. */
export function createPendingInvitations({ members, audit, publish }: PendingInvitationsDeps) {
  const changed = (userId: number) => publish(`user:${userId}`, { type: 'contentChanged', what: 'team' });
  return {
    hasAccount(email: string): void {
      const invited = members.findInvited(email);
      if (!invited) return;
      const target = { kind: 'member', id: invited.id, name: invited.email, accountId: invited.userId } as const;
      audit.record(nobody, 'member.has_own_account', target);
      changed(invited.userId);
    },
    hasNone(email: string): void {
      const invited = members.findInvited(email);
      if (invited) changed(invited.userId);
    },
  };
}
