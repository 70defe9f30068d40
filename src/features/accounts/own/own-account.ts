/** Changes that a person makes to the own account: password and sessions (contract/README 1.13 and 1.14). */
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { AppError, notFound } from '../../../contract/errors.ts';
import { throttleAddress } from '../../../platform/throttle.ts';
import { createRevocation } from '../administration/revocation.ts';
import { isAdministrator, targetOf } from '../administration/rules.ts';
import type { AccountDeps } from '../deps.ts';
import { movedEmail } from '../emails.ts';
import { createCurrentPassword, type ProofClient } from '../passwords/current-password.ts';
import { assertGoodPassword } from '../passwords/rules.ts';
import { type Person, personKeyOf } from '../people/person-store.ts';
import { personTarget } from '../people/rules.ts';
import { deviceWords } from '../sign-in/device-words.ts';
import type { OwnSession } from '../sign-in/session-store.ts';
import { chooseZone } from './time-zone.ts';

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  endTokens?: boolean | undefined;
}

const samePassword = () => {
  const sentence = 'A nova senha é igual à atual. Escolha outra.';
  return new AppError('invalid_input', sentence, { fields: { newPassword: sentence } });
};

const emailOf = ({ member, email }: UserActor): string => member?.email ?? email;

export function createOwnAccount(deps: AccountDeps) {
  const { people, sessions, passwords, audit, publish, database, watch } = deps;
  const { presentPerson, verify, stillPresent } = createCurrentPassword(deps);
  const revoke = createRevocation(deps);

  function assertGood(person: Person, password: string): void {
    const names = [person.name, person.email];
    assertGoodPassword(password, { field: 'newPassword', isAdministrator: isAdministrator(person), names });
  }

  /** Inside a transaction; returns how many. */
  function endOthers(actor: UserActor): number {
    const person = personKeyOf(actor);
    const ended = sessions.endOthersOf(person, actor.sessionHash);
    database.afterCommit(() => deps.endSessionsBut(person, actor.sessionHash));
    return ended;
  }

  return {
    /**
     * All other sessions end, with `endTokens` API tokens and invitations too; returns this one's new token. Throws
     * forbidden for a wrong old password and for who may not touch tokens, too_many_requests after several,
     * invalid_input for a new one that is bad.
     */
    async changePassword(
      actor: UserActor,
      { currentPassword, newPassword, endTokens = false }: PasswordChange,
      client: ProofClient,
      by: Author,
    ): Promise<string> {
      const person = presentPerson(actor);
      if (endTokens && !actor.capabilities.has('tokens')) throw new AppError('forbidden');
      assertGood(person, newPassword);
      await verify(person, currentPassword, client, 'password change');
      if (currentPassword === newPassword) throw samePassword();
      const hash = await passwords.hash(newPassword, { address: throttleAddress(client.address) });
      return database.tx(() => {
        const now = stillPresent(actor, person);
        assertGood(now, newPassword);
        people.setPassword(now, hash);
        audit.record(by, 'account.password_changed', personTarget(now));
        if (endTokens) revoke({ id: actor.userId, username: actor.username }, by);
        const ended = endOthers(actor);
        const token = sessions.renew(actor.sessionHash);
        database.afterCommit(() => {
          deps.reopenSockets(actor.sessionHash);
          watch.info('password changed', { account: person.email, address: client.address, endedSessions: ended });
        });
        return token;
      });
    },

    changeIdentity: createIdentityChange(deps),

    /** Throws invalid_input for a zone that this server does not know. */
    chooseTimeZone(actor: UserActor, zone: string, by: Author): void {
      database.tx(() => {
        presentPerson(actor);
        chooseZone(deps, { id: actor.userId, username: actor.username }, zone, by);
      });
    },

    sessions: (actor: UserActor): OwnSession[] => sessions.listOf(personKeyOf(actor)),

    /** Throws not_found for what is none of the user's open sessions, conflict for the one that asks. */
    endSession(actor: UserActor, key: string, by: Author): void {
      database.tx(() => {
        const sessionHash = sessions.findOf(personKeyOf(actor), key);
        if (sessionHash === undefined) throw notFound('session');
        if (sessionHash === actor.sessionHash)
          throw new AppError('conflict', 'Esta é a sessão que você está usando. Para encerrá-la, use Sair.');
        const ended = sessions.listOf(personKeyOf(actor)).find((session) => session.key === key);
        sessions.endByHash(sessionHash);
        audit.record(by, 'session.closed', {
          kind: 'account',
          id: actor.userId,
          name: deviceWords(ended?.userAgent ?? null) ?? 'dispositivo desconhecido',
          accountId: actor.userId,
        });
        database.afterCommit(() => {
          deps.endSession(sessionHash);
          watch.info('session ended', { account: emailOf(actor), address: by.address });
        });
        publish(`user:${actor.userId}`, { type: 'contentChanged', what: 'sessions' });
      });
    },

    /** Returns how many. */
    endOtherSessions(actor: UserActor, by: Author): number {
      return database.tx(() => {
        const ended = endOthers(actor);
        if (ended > 0) {
          audit.record(by, 'session.others_closed', personTarget(presentPerson(actor)), { count: ended });
          database.afterCommit(() =>
            watch.info('other sessions ended', { account: emailOf(actor), address: by.address, ended }),
          );
          publish(`user:${actor.userId}`, { type: 'contentChanged', what: 'sessions' });
        }
        return ended;
      });
    },
  };
}

/** Name and e-mail of the account itself (contract/README 1.22). */
function createIdentityChange(deps: AccountDeps) {
  const { accounts, mail, audit, publish, database, watch } = deps;
  const { presentPerson, verify, stillPresent } = createCurrentPassword(deps);

  /** Mails the previous address. Throws forbidden for a wrong password, too_many_requests, conflict if taken. */
  return async function changeIdentity(
    actor: UserActor,
    { currentPassword, username, email }: { currentPassword: string; username: string; email: string },
    client: ProofClient,
    by: Author,
  ): Promise<void> {
    const person = presentPerson(actor);
    await verify(person, currentPassword, client, 'change of name or e-mail');
    database.tx(() => {
      const now = stillPresent(actor, person);
      if (now.name === username && now.email === email) return;
      accounts.setIdentity(now.userId, { username, email });
      audit.record({ ...by, name: username }, 'account.identity_changed', targetOf({ id: now.userId, username }), {
        changes: {
          ...(now.name === username ? {} : { Nome: [now.name, username] as const }),
          ...(now.email === email ? {} : { Email: [now.email, email] as const }),
        },
      });
      if (now.email !== email) {
        const { subject, text } = movedEmail({ username, email });
        database.afterCommit(() => mail.send(now.email, subject, text));
      }
      const changed = { account: email, ...(now.email === email ? {} : { before: now.email }) };
      database.afterCommit(() => watch.info('name or e-mail changed', { ...changed, address: client.address }));
      publish(`user:${now.userId}`, { type: 'contentChanged', what: 'user' });
      publish('managers', { type: 'adminChanged', what: 'users' });
    });
  };
}
