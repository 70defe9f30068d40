/** Signing in, up and out: what slows down guessing, the change, and who hears of it. */
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import { sha256Hex } from '../../platform/random.ts';
import { type Throttle, throttleAddress } from '../../platform/throttle.ts';
import type { SettingsStore } from '../settings/store.ts';
import { newAccountEmail } from './emails.ts';
import { createLoginKeys } from './login-keys.ts';
import type { Passwords } from './passwords.ts';
import type { SessionStore } from './session-store.ts';
import type { AccountStore } from './store.ts';
import { createTickets } from './tickets.ts';

export interface AccountActionsDeps {
  accounts: AccountStore;
  sessions: SessionStore;
  passwords: Passwords;
  settings: Pick<SettingsStore, 'isCode' | 'firstRunIsTold'>;
  throttle: Throttle;
  mail: Pick<Mail, 'send'>;
  publicUrl: string | undefined;
  /** Closes the sockets that a session opened, by the token's SHA-256. */
  endSession(sessionHash: string): void;
  publish: Publish;
  database: Database;
  clock: Clock;
}

export interface Registration {
  username: string;
  email: string;
  password: string;
  /** Instead of a ticket. */
  accessCode?: string | undefined;
}

const wrongLogin = () => new AppError('unauthenticated', 'Email ou senha incorretos');
const wrongCode = () => new AppError('forbidden', 'Código inválido. Entre em contato com nossa equipe comercial.');

export function createAccountActions(deps: AccountActionsDeps) {
  const { accounts, sessions, passwords, settings, throttle, mail, publicUrl, endSession, publish, database, clock } =
    deps;
  const tickets = createTickets(clock);
  const loginKeys = createLoginKeys();

  /** Throws forbidden for a wrong code. Failures count per address. */
  function assertAccessCode(code: string, address: string): void {
    const keys = [`access-code:address:${throttleAddress(address)}`];
    throttle.check(keys);
    if (!settings.isCode('accessCode', code)) {
      throttle.failed(keys);
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
     * Answers a new session's token and whose it is; `formerToken`, the caller's session until now, ends. Throws
     * unauthenticated, account_pending, account_blocked, or too_many_requests (contract/README 1.4).
     */
    async signIn(
      { email, password }: { email: string; password: string },
      client: { address: string; formerToken: string | undefined },
    ): Promise<{ userId: number; token: string }> {
      const address = throttleAddress(client.address);
      const account = accounts.findByEmail(email);
      const isRight = await throttle.attempt(loginKeys.of(email, address), () =>
        passwords.verify(password, account?.password),
      );
      if (!account || !isRight) throw wrongLogin();
      loginKeys.remember(email, address);

      const token = database.tx(() => {
        // The account may have changed while the password was being checked.
        const present = accounts.find(account.id);
        if (present?.password !== account.password) throw wrongLogin();
        if (present.status === 'pending') throw new AppError('account_pending');
        if (present.status === 'blocked') throw new AppError('account_blocked');
        signOut(client.formerToken);
        if (present.userType === 'admin') settings.firstRunIsTold();
        return sessions.start(account.id);
      });
      return { userId: account.id, token };
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
      const keys = [`register:address:${throttleAddress(client.address)}`];
      throttle.check(keys);
      const giveBack = tickets.take(client.ticket);
      if (!giveBack) {
        if (accessCode === undefined) throw wrongCode();
        assertAccessCode(accessCode, client.address);
      }
      throttle.failed(keys);
      try {
        accounts.assertFree(email, username);
        const hash = await passwords.hash(password);
        database.tx(() => {
          accounts.create({ username, email, password: hash });
          publish('managers', { type: 'adminChanged', what: 'users' });
        });
      } catch (error) {
        giveBack?.();
        throw error;
      }
      const { subject, text } = newAccountEmail({ username, email }, publicUrl);
      for (const to of accounts.administratorEmails()) mail.send(to, subject, text);
    },

    signOut,
  };
}
