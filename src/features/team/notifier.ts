/** Publishes and records changes to a team. Call the functions in the transaction of the change. */
import type { Author, UserActor } from '../../contract/endpoint.ts';
import type { Publish, SessionEndReason } from '../../contract/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SampledLog } from '../../platform/log.ts';
import type { Mail } from '../../platform/mail.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Throttles } from '../../platform/throttle.ts';
import type { Passwords } from '../accounts/passwords/passwords.ts';
import type { SecondFactorStore } from '../accounts/sign-in/second-factor-store.ts';
import type { SessionStore } from '../accounts/sign-in/session-store.ts';
import type { ActionName, Details } from '../audit/actions.ts';
import type { Audit } from '../audit/audit.ts';
import type { MemberStore } from './member-store.ts';
import type { ApiTokenStore } from './token-store.ts';

export interface TeamDeps {
  members: MemberStore;
  apiTokens: ApiTokenStore;
  secondFactors: Pick<SecondFactorStore, 'remove'>;
  passwords: Pick<Passwords, 'hash'>;
  /** Throws invalid_input for a bad password. `field`: name of the request's field. */
  assertGoodPassword(password: string, owner: { field: string; names: readonly string[] }): void;
  sessions: Pick<SessionStore, 'endAllOfMember'>;
  /** Closes the sockets of a member's sessions. */
  endMemberSockets(memberId: number, reason?: SessionEndReason): void;
  throttles: Throttles;
  mail: Pick<Mail, 'send' | 'isConfigured'>;
  publicUrl: string | undefined;
  audit: Pick<Audit, 'record'>;
  sampledLog: SampledLog;
  publish: Publish;
  database: Database;
  clock: Clock;
}

export function createTeamNotifier(deps: TeamDeps) {
  const { apiTokens, sessions, endMemberSockets, audit, publish, database, sampledLog } = deps;

  const publishChange = (userId: number, what: 'team' | 'tokens' | 'user'): void =>
    publish(`user:${userId}`, { type: 'contentChanged', what });

  const log = (message: string, { email, member }: UserActor, by: Author, fields: Record<string, unknown>): void =>
    database.afterCommit(() =>
      sampledLog.info(message, { account: email, by: member?.email ?? email, address: by.address, ...fields }),
    );

  /** Deletes a token, and records and publishes that. Throws not_found, also for a token of another account. */
  function deleteToken(actor: UserActor, { id, name }: { id: number; name: string }, by: Author): void {
    apiTokens.remove(actor.userId, id);
    audit.record(by, 'token.deleted', { kind: 'token', id, name, accountId: actor.userId });
    log('api token deleted', actor, by, { tokenId: id });
    publishChange(actor.userId, 'tokens');
  }

  return {
    /** Notifies all studios of the account. */
    publishChange,
    deleteToken,

    /** Deletes the tokens of a member who is removed, blocked or no longer an owner. */
    deleteTokensOf(actor: UserActor, memberId: number, by: Author): void {
      for (const token of apiTokens.listOfMember(memberId)) deleteToken(actor, token, by);
    },

    /** Records the action in the audit log. A member who has not joined yet is named by the e-mail. */
    record(
      by: Author,
      action: ActionName & `member.${string}`,
      { userId, ...member }: { userId: number; id: number; name: string | null; email: string },
      details: Details = {},
    ): void {
      const name = member.name ?? member.email;
      audit.record(by, action, { kind: 'member', id: member.id, name, accountId: userId }, details);
    },

    /** Writes to the server's log once the change is committed. */
    log,

    endSessions(memberId: number, reason?: SessionEndReason): void {
      sessions.endAllOfMember(memberId);
      database.afterCommit(() => endMemberSockets(memberId, reason));
    },
  };
}
