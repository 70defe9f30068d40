/** Signing in, up and out: what slows down guessing, the change, and who hears of it. */
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import { noticeOf, type Webhook } from '../../platform/webhook.ts';
import { sha256Hex } from '../../platform/random.ts';
import { type Throttles, throttleAddress } from '../../platform/throttle.ts';
import type { SampledLog } from '../../platform/log.ts';
import type { SettingsStore } from '../settings/store.ts';
import { newAccountEmail } from './emails.ts';
import { assertGoodPassword } from './password-rules.ts';
import type { KnownDeviceStore } from './known-device-store.ts';
import type { Passwords } from './passwords.ts';
import type { PersonStore } from './person-store.ts';
import type { SessionClient, SessionStore } from './session-store.ts';
import type { AccountStore } from './store.ts';
import { createTickets } from './tickets.ts';

export interface AccountServiceDeps {
  accounts: AccountStore;
  people: PersonStore;
  sessions: SessionStore;
  passwords: Passwords;
  settings: Pick<SettingsStore, 'isCode' | 'firstRunIsTold'>;
  knownDevices: KnownDeviceStore;
  throttles: Throttles;
  mail: Pick<Mail, 'send'>;
  webhook: Pick<Webhook, 'send'>;
  publicUrl: string | undefined;
  /** Closes the sockets that a session opened, by the token's SHA-256. */
  endSession(sessionHash: string): void;
  publish: Publish;
  database: Database;
  clock: Clock;
  /** What somebody who watches over the server wants to know: who came in, who was refused. */
  watch: SampledLog;
}

export interface Registration {
  username: string;
  email: string;
  password: string;
  /** Instead of a ticket. */
  accessCode?: string | undefined;
}

/** Failures of all addresses together, until all have to wait for one another. */
const crowdAtCode = 50;

const wrongLogin = () => new AppError('unauthenticated', 'Email ou senha incorretos');
const wrongCode = () => new AppError('forbidden', 'Código inválido. Entre em contato com nossa equipe comercial.');

export function createAccountService(deps: AccountServiceDeps) {
  const { accounts, people, sessions, passwords, settings, throttles, knownDevices, mail, webhook, publicUrl } = deps;
  const { endSession, publish, database, clock, watch } = deps;
  const tickets = createTickets(clock);
  const doors = {
    login: throttles.door('login'),
    accessCode: throttles.door('access-code', { crowdFailures: crowdAtCode }),
    register: throttles.door('register'),
  };

  /** Throws forbidden for a wrong code. Failures count per address. */
  function assertAccessCode(code: string, address: string): void {
    const guess = { address: throttleAddress(address) };
    doors.accessCode.check(guess);
    if (!settings.isCode('accessCode', code)) {
      doors.accessCode.failed(guess);
      watch.warn('code refused', { door: 'access-code', address });
      throw wrongCode();
    }
  }

  function signOut(token: string | undefined): void {
    if (!token) return;
    sessions.end(token);
    database.afterCommit(() => endSession(sha256Hex(token)));
  }

  return {
    /**
     * Answers a new session's token, and the browser's as a known device; `formerToken`, the caller's session until now,
     * ends. An account itself and a member of its team come in by the same door. Throws unauthenticated, account_pending, account_blocked, or too_many_requests (contract/README 1.4).
     */
    async signIn(
      { email, password }: { email: string; password: string },
      client: SessionClient & { formerToken: string | undefined; deviceToken: string | undefined },
    ): Promise<{ token: string; deviceToken: string }> {
      const address = throttleAddress(client.address);
      const person = people.findByEmail(email);
      const known = person && knownDevices.find(client.deviceToken, person);
      const facts = { account: email, address: client.address };
      const isRight = await doors.login
        .attempt({ address, subject: email, known }, () =>
          passwords.verify(password, person?.password, { address, isKnown: known !== undefined }),
        )
        .catch((error: unknown) => {
          if (error instanceof AppError) watch.warn('sign-in held back', { ...facts, code: error.code });
          throw error;
        });
      if (!person || !isRight) {
        watch.warn('sign-in failed', facts);
        throw wrongLogin();
      }

      const tokens = database.tx(() => {
        // The person may have changed while the password was being checked.
        const present = people.find(person);
        if (present?.password !== person.password) throw wrongLogin();
        if (present.status !== 'approved') {
          watch.warn('sign-in failed', { ...facts, status: present.status });
          throw new AppError(present.status === 'pending' ? 'account_pending' : 'account_blocked');
        }
        signOut(client.formerToken);
        if (present.userType === 'admin') settings.firstRunIsTold();
        const deviceToken = knownDevices.remember(client.deviceToken, person);
        publish(`user:${person.userId}`, { type: 'contentChanged', what: 'sessions' });
        return { token: sessions.start(person, client), deviceToken };
      });
      watch.info('sign-in ok', { ...facts, userId: person.userId });
      return tokens;
    },

    /** A ticket for one registration (contract/README 1.5). Throws forbidden for a wrong code. */
    issueTicket(accessCode: string, address: string): string {
      assertAccessCode(accessCode, address);
      return tickets.issue();
    },

    /**
     * Creates a pending account and notifies the administrators. Throws forbidden without ticket and code, conflict for a
     * name or e-mail that is taken.
     */
    async register(
      { username, email, password, accessCode }: Registration,
      client: { address: string; ticket: string },
    ): Promise<void> {
      // Each one mails the administrators, and a taken e-mail answers 409: neither may be had without end.
      assertGoodPassword(password, { field: 'password' });
      const address = throttleAddress(client.address);
      doors.register.check({ address });
      const giveBack = tickets.take(client.ticket);
      if (!giveBack) {
        if (accessCode === undefined) throw wrongCode();
        assertAccessCode(accessCode, client.address);
      }
      doors.register.failed({ address });
      try {
        accounts.assertFree(email, username);
        const hash = await passwords.hash(password, { address });
        database.tx(() => {
          accounts.create({ username, email, password: hash });
          publish('managers', { type: 'adminChanged', what: 'users' });
        });
      } catch (error) {
        giveBack?.();
        throw error;
      }
      const written = newAccountEmail({ username, email }, publicUrl);
      for (const to of accounts.administratorEmails()) mail.send(to, written.subject, written.text);
      webhook.send(noticeOf(written, 'registration'));
    },

    signOut,
  };
}
