/** Lets people change their own password and time zone, and end their sessions (contract/README 1.13, 1.14, 1.16). */
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { AppError, invalidField, notFound } from '../../../contract/errors.ts';
import { networkOf } from '../../../platform/throttle.ts';
import { createRevocation } from '../administration/revocation.ts';
import { isAdministrator } from '../administration/rules.ts';
import type { AccountDeps } from '../deps.ts';
import { createReauthentication, type ThrottledClient } from '../passwords/current-password.ts';
import { assertGoodPassword } from '../passwords/rules.ts';
import { type Person, personKeyOf } from '../people/person-store.ts';
import { personTarget } from '../people/rules.ts';
import { deviceText } from '../sign-in/user-agent.ts';
import type { OwnSession } from '../sign-in/session-store.ts';
import { chooseZone } from './time-zone.ts';

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  endTokens?: boolean | undefined;
}

const passwordUnchanged = () => invalidField('newPassword', 'A nova senha é igual à atual. Escolha outra.');

const emailOf = ({ member, email }: UserActor): string => member?.email ?? email;

export function createOwnAccountService(deps: AccountDeps) {
  const { people, sessions, passwords, audit, publish, database, sampledLog } = deps;
  const { requirePerson, verify, requireSamePassword } = createReauthentication(deps);
  const revoke = createRevocation(deps);

  function assertGoodPasswordFor(person: Person, password: string): void {
    const names = [person.name, person.email];
    assertGoodPassword(password, { field: 'newPassword', isAdministrator: isAdministrator(person), names });
  }

  /** Ends the person's other sessions. Returns their number. Call it in a transaction. */
  function endOthers(actor: UserActor): number {
    const person = personKeyOf(actor);
    const ended = sessions.endOthersOf(person, actor.sessionHash);
    database.afterCommit(() => deps.closeOtherSockets(person, actor.sessionHash));
    return ended;
  }

  return {
    /**
     * Changes the password and ends all other sessions; with `endTokens` also revokes API tokens and invitations. Returns
     * the new token of this session. Throws forbidden for a wrong current password, and for `endTokens` if the actor lacks the
     * capability `tokens`; too_many_requests after several wrong passwords; invalid_input for a bad new password.
     */
    async changePassword(
      actor: UserActor,
      { currentPassword, newPassword, endTokens = false }: PasswordChange,
      client: ThrottledClient,
      by: Author,
    ): Promise<string> {
      const person = requirePerson(actor);
      if (endTokens && !actor.capabilities.has('tokens')) throw new AppError('forbidden');
      assertGoodPasswordFor(person, newPassword);
      await verify(person, currentPassword, client, 'password change');
      if (currentPassword === newPassword) throw passwordUnchanged();
      const hash = await passwords.hash(newPassword, { address: networkOf(client.address) });
      return database.tx(() => {
        const current = requireSamePassword(actor, person);
        assertGoodPasswordFor(current, newPassword);
        people.setPassword(current, hash);
        audit.record(by, 'account.password_changed', personTarget(current));
        if (endTokens) revoke({ id: actor.userId, username: actor.username }, by);
        const ended = endOthers(actor);
        const token = sessions.renew(actor.sessionHash);
        database.afterCommit(() => {
          deps.reopenSockets(actor.sessionHash);
          sampledLog.info('password changed', { account: person.email, address: client.address, endedSessions: ended });
        });
        return token;
      });
    },

    /** Sets the time zone of the account. Throws invalid_input for an unknown zone. */
    chooseTimeZone(actor: UserActor, zone: string, by: Author): void {
      database.tx(() => {
        requirePerson(actor);
        chooseZone(deps, { id: actor.userId, username: actor.username }, zone, by);
      });
    },

    sessions: (actor: UserActor): OwnSession[] => sessions.listOf(personKeyOf(actor)),

    /** Ends another session of the person. Throws not_found for an unknown session, conflict for the actor's current session. */
    endSession(actor: UserActor, key: string, by: Author): void {
      database.tx(() => {
        const sessionHash = sessions.findHashByKey(personKeyOf(actor), key);
        if (sessionHash === undefined) throw notFound('session');
        if (sessionHash === actor.sessionHash)
          throw new AppError('conflict', 'Esta é a sessão que você está usando. Para encerrá-la, use Sair.');
        const ended = sessions.listOf(personKeyOf(actor)).find((session) => session.key === key);
        sessions.endByHash(sessionHash);
        audit.record(by, 'session.closed', {
          kind: 'account',
          id: actor.userId,
          name: deviceText(ended?.userAgent ?? null) ?? 'dispositivo desconhecido',
          accountId: actor.userId,
        });
        database.afterCommit(() => {
          deps.closeSessionSockets(sessionHash);
          sampledLog.info('session ended', { account: emailOf(actor), address: by.address });
        });
        publish(`user:${actor.userId}`, { type: 'contentChanged', what: 'sessions' });
      });
    },

    /** Ends the person's other sessions, and records it. Returns their number. */
    endOtherSessions(actor: UserActor, by: Author): number {
      return database.tx(() => {
        const ended = endOthers(actor);
        if (ended > 0) {
          audit.record(by, 'session.others_closed', personTarget(requirePerson(actor)), { count: ended });
          database.afterCommit(() =>
            sampledLog.info('other sessions ended', { account: emailOf(actor), address: by.address, ended }),
          );
          publish(`user:${actor.userId}`, { type: 'contentChanged', what: 'sessions' });
        }
        return ended;
      });
    },
  };
}
