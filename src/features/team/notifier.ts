/** Publishes changes of a team, inside their transaction. */
import type { Author, UserActor } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import type { SampledLog } from '../../platform/log.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { ActionName, Details } from '../audit/actions.ts';
import type { Audit } from '../audit/audit.ts';
import type { SessionStore } from '../accounts/sign-in/session-store.ts';

export interface TeamNotifierDeps {
  sessions: Pick<SessionStore, 'endAllOfMember'>;
  /** Closes the sockets of a member's sessions. */
  endMemberSockets(memberId: number): void;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
  watch: SampledLog;
}

export function createTeamNotifier({ sessions, endMemberSockets, audit, publish, database, watch }: TeamNotifierDeps) {
  return {
    /** To every studio of the account. */
    changed: (userId: number, what: 'team' | 'tokens' | 'user'): void =>
      publish(`user:${userId}`, { type: 'contentChanged', what }),

    /** For the audit log; who has not joined yet is named by the e-mail. */
    note(
      by: Author,
      action: ActionName & `member.${string}`,
      { userId, ...member }: { userId: number; id: number; name: string | null; email: string },
      details: Details = {},
    ): void {
      const name = member.name ?? member.email;
      audit.record(by, action, { kind: 'member', id: member.id, name, accountId: userId }, details);
    },

    /** To whoever watches over the server. */
    publish: (what: string, { email, member }: UserActor, by: Author, facts: Record<string, unknown>): void =>
      database.afterCommit(() =>
        watch.info(what, { account: email, by: member?.email ?? email, address: by.address, ...facts }),
      ),

    endSessions(memberId: number): void {
      sessions.endAllOfMember(memberId);
      database.afterCommit(() => endMemberSockets(memberId));
    },
  };
}
