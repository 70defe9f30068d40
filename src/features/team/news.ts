/** Who hears of what happens to a team, inside the transaction that does it. */
import type { UserActor } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import type { SampledLog } from '../../platform/log.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { SessionStore } from '../accounts/session-store.ts';

export interface NewsDeps {
  sessions: Pick<SessionStore, 'endAllOfMember'>;
  /** Closes the sockets of a member's sessions. */
  endMemberSockets(memberId: number): void;
  publish: Publish;
  database: Database;
  watch: SampledLog;
}

export function createNews({ sessions, endMemberSockets, publish, database, watch }: NewsDeps) {
  return {
    /** To every studio of the account. */
    changed: (userId: number, what: 'team' | 'tokens' | 'user'): void =>
      publish(`user:${userId}`, { type: 'contentChanged', what }),

    /** To whoever watches over the server. */
    tell: (what: string, { email, member }: UserActor, facts: Record<string, unknown>): void =>
      database.afterCommit(() => watch.info(what, { account: email, by: member?.email ?? email, ...facts })),

    endSessions(memberId: number): void {
      sessions.endAllOfMember(memberId);
      database.afterCommit(() => endMemberSockets(memberId));
    },
  };
}
