/** What a person does to the own account: password and sessions (contract/README 1.13 and 1.14). */
import type { UserActor } from '../../contract/endpoint.ts';
import { AppError, notFound } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { SampledLog } from '../../platform/log.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type Throttles, throttleAddress } from '../../platform/throttle.ts';
import type { KnownDeviceStore } from './known-device-store.ts';
import { assertGoodPassword } from './password-rules.ts';
import type { Passwords } from './passwords.ts';
import { type Person, type PersonKey, type PersonStore, personKeyOf } from './person-store.ts';
import { isAdministrator } from './rules.ts';
import { assertKnownZone, setTimeZone } from './time-zone.ts';
import type { OwnSession, SessionStore } from './session-store.ts';
import type { AccountStore } from './store.ts';

export interface OwnAccountDeps {
  accounts: Pick<AccountStore, 'setTimeZone'>;
  people: Pick<PersonStore, 'find' | 'setPassword'>;
  sessions: Pick<SessionStore, 'isOpen' | 'renew' | 'listOf' | 'findOf' | 'endByHash' | 'endOthersOf'>;
  passwords: Pick<Passwords, 'hash' | 'verify'>;
  knownDevices: Pick<KnownDeviceStore, 'find'>;
  throttles: Throttles;
  /** Closes the sockets that a session opened, by the token's SHA-256. */
  endSession(sessionHash: string): void;
  /** Closes those of the person's other sessions. */
  endSessionsBut(person: PersonKey, keptHash: string): void;
  /** Makes those of a session come back, with its new token. */
  reopenSockets(sessionHash: string): void;
  publish: Publish;
  database: Database;
  watch: SampledLog;
}

const wrongPassword = () => {
  const sentence = 'A senha atual está incorreta. Confira e tente de novo.';
  return new AppError('forbidden', sentence, { fields: { currentPassword: sentence } });
};
const samePassword = () => {
  const sentence = 'A nova senha é igual à atual. Escolha outra.';
  return new AppError('invalid_input', sentence, { fields: { newPassword: sentence } });
};

const emailOf = ({ member, email }: UserActor): string => member?.email ?? email;

export function createOwnAccount(deps: OwnAccountDeps) {
  const { people, sessions, passwords, knownDevices, throttles, publish, database, watch } = deps;
  // The door of sign-in: whoever guesses here has no guesses left there.
  const door = throttles.door('login');

  /** Who calls, as that person is now; the session may have ended while a password was being hashed. Throws unauthenticated. */
  function present(actor: UserActor): Person {
    const person = people.find(personKeyOf(actor));
    if (person?.status !== 'approved' || !sessions.isOpen(actor.sessionHash)) throw new AppError('unauthenticated');
    return person;
  }

  const assertGood = (person: Person, password: string): void =>
    assertGoodPassword(password, {
      field: 'newPassword',
      isAdministrator: isAdministrator(person),
    });

  /** Inside a transaction; answers how many. */
  function endOthers(actor: UserActor): number {
    const person = personKeyOf(actor);
    const ended = sessions.endOthersOf(person, actor.sessionHash);
    database.afterCommit(() => deps.endSessionsBut(person, actor.sessionHash));
    return ended;
  }

  return {
    /**
     * All other sessions end; answers this one's new token. Throws forbidden for a wrong old password, too_many_requests
     * after several, invalid_input for a new one that is bad.
     */
    async changePassword(
      actor: UserActor,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
      client: { address: string; deviceToken: string | undefined },
    ): Promise<string> {
      const person = present(actor);
      assertGood(person, newPassword);
      const address = throttleAddress(client.address);
      const known = knownDevices.find(client.deviceToken, person);
      const facts = { account: person.email, address: client.address };
      const isRight = await door
        .attempt({ address, subject: person.email, known }, () =>
          passwords.verify(currentPassword, person.password, {
            address,
            isKnown: known !== undefined,
          }),
        )
        .catch((error: unknown) => {
          if (error instanceof AppError) watch.warn('password change held back', { ...facts, code: error.code });
          throw error;
        });
      if (!isRight) {
        watch.warn('password change refused', facts);
        throw wrongPassword();
      }
      if (currentPassword === newPassword) throw samePassword();
      const hash = await passwords.hash(newPassword, { address });
      return database.tx(() => {
        const now = present(actor);
        // Changed or reset meanwhile: what was proven is not the password any more.
        if (now.password !== person.password) throw wrongPassword();
        assertGood(now, newPassword);
        people.setPassword(now, hash);
        const ended = endOthers(actor);
        const token = sessions.renew(actor.sessionHash);
        database.afterCommit(() => {
          deps.reopenSockets(actor.sessionHash);
          watch.info('password changed', { ...facts, endedSessions: ended });
        });
        return token;
      });
    },

    /** Throws invalid_input for a zone that this server does not know. */
    chooseTimeZone(actor: UserActor, zone: string): void {
      assertKnownZone(zone);
      database.tx(() => setTimeZone(deps, present(actor).userId, zone));
    },

    sessions: (actor: UserActor): OwnSession[] => sessions.listOf(personKeyOf(actor)),

    /** Throws not_found for what is none of the user's open sessions, conflict for the one that asks. */
    endSession(actor: UserActor, key: string): void {
      database.tx(() => {
        const sessionHash = sessions.findOf(personKeyOf(actor), key);
        if (sessionHash === undefined) throw notFound('session');
        if (sessionHash === actor.sessionHash)
          throw new AppError('conflict', 'Esta é a sessão que você está usando. Para encerrá-la, use Sair.');
        sessions.endByHash(sessionHash);
        database.afterCommit(() => {
          deps.endSession(sessionHash);
          watch.info('session ended', { account: emailOf(actor) });
        });
        publish(`user:${actor.userId}`, { type: 'contentChanged', what: 'sessions' });
      });
    },

    /** Answers how many. */
    endOtherSessions(actor: UserActor): number {
      return database.tx(() => {
        const ended = endOthers(actor);
        if (ended > 0) {
          database.afterCommit(() => watch.info('other sessions ended', { account: emailOf(actor), ended }));
          publish(`user:${actor.userId}`, { type: 'contentChanged', what: 'sessions' });
        }
        return ended;
      });
    },
  };
}
