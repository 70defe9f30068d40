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
import { isAdministrator } from './rules.ts';
import { chooseZone } from './time-zone.ts';
import type { TimeZoneStore } from './time-zone-store.ts';
import type { OwnSession, SessionStore } from './session-store.ts';
import type { Account, AccountStore } from './store.ts';

export interface OwnAccountDeps {
  accounts: Pick<AccountStore, 'find' | 'setPassword'>;
  chosenZones: TimeZoneStore;
  sessions: Pick<SessionStore, 'isOpen' | 'renew' | 'listOf' | 'findOf' | 'endByHash' | 'endOthersOf'>;
  passwords: Pick<Passwords, 'hash' | 'verify'>;
  knownDevices: Pick<KnownDeviceStore, 'find'>;
  throttles: Throttles;
  /** Closes the sockets that a session opened, by the token's SHA-256. */
  endSession(sessionHash: string): void;
  /** Closes those of the user's other sessions. */
  endSessionsBut(userId: number, keptHash: string): void;
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

export function createOwnAccount(deps: OwnAccountDeps) {
  const { accounts, sessions, passwords, knownDevices, throttles, publish, database, watch } = deps;
  // The door of sign-in: whoever guesses here has no guesses left there.
  const door = throttles.door('login');

  /** The account as it is now; its session may have ended while a password was being hashed. Throws unauthenticated. */
  function present(actor: UserActor): Account {
    const account = accounts.find(actor.userId);
    if (account?.status !== 'approved' || !sessions.isOpen(actor.sessionHash)) throw new AppError('unauthenticated');
    return account;
  }

  const assertGood = (account: Account, password: string): void =>
    assertGoodPassword(password, { field: 'newPassword', isAdministrator: isAdministrator(account) });

  /** Inside a transaction; answers how many. */
  function endOthers({ userId }: UserActor, keptHash: string): number {
    const ended = sessions.endOthersOf(userId, keptHash);
    database.afterCommit(() => deps.endSessionsBut(userId, keptHash));
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
      const account = present(actor);
      assertGood(account, newPassword);
      const address = throttleAddress(client.address);
      const known = knownDevices.find(client.deviceToken, account.id);
      const facts = { account: account.email, address: client.address };
      const isRight = await door
        .attempt({ address, subject: account.email, known }, () =>
          passwords.verify(currentPassword, account.password, { address, isKnown: known !== undefined }),
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
        if (now.password !== account.password) throw wrongPassword();
        assertGood(now, newPassword);
        accounts.setPassword(now.id, hash);
        const ended = endOthers(actor, actor.sessionHash);
        const token = sessions.renew(actor.sessionHash);
        database.afterCommit(() => {
          deps.reopenSockets(actor.sessionHash);
          watch.info('password changed', { ...facts, endedSessions: ended });
        });
        return token;
      });
    },

    /** Throws invalid_input for a zone that this server does not know. */
    chooseTimeZone: (actor: UserActor, zone: string): void =>
      database.tx(() => chooseZone(deps, present(actor).id, zone)),

    sessions: ({ userId }: UserActor): OwnSession[] => sessions.listOf(userId),

    /** Throws not_found for what is none of the user's open sessions, conflict for the one that asks. */
    endSession(actor: UserActor, key: string): void {
      database.tx(() => {
        const sessionHash = sessions.findOf(actor.userId, key);
        if (sessionHash === undefined) throw notFound('session');
        if (sessionHash === actor.sessionHash)
          throw new AppError('conflict', 'Esta é a sessão que você está usando. Para encerrá-la, use Sair.');
        sessions.endByHash(sessionHash);
        database.afterCommit(() => {
          deps.endSession(sessionHash);
          watch.info('session ended', { account: actor.email });
        });
        publish(`user:${actor.userId}`, { type: 'contentChanged', what: 'sessions' });
      });
    },

    /** Answers how many. */
    endOtherSessions(actor: UserActor): number {
      return database.tx(() => {
        const ended = endOthers(actor, actor.sessionHash);
        if (ended > 0) {
          database.afterCommit(() => watch.info('other sessions ended', { account: actor.email, ended }));
          publish(`user:${actor.userId}`, { type: 'contentChanged', what: 'sessions' });
        }
        return ended;
      });
    },
  };
}
