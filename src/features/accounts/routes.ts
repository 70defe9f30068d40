/** Signing in and up, and the own account. The administration of accounts is in admin-routes.ts. */
import type { Handlers } from '../../contract/api.ts';
import type { Exchange } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import { cookieNames } from '../../platform/http/cookies.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import { sha256Hex } from '../../platform/random.ts';
import { type Throttle, throttleAddress } from '../../platform/throttle.ts';
import type { SettingsStore } from '../settings/store.ts';
import { newAccountLetter } from './emails.ts';
import { createLoginKeys } from './login-keys.ts';
import type { Passwords } from './passwords.ts';
import type { SessionStore } from './session-store.ts';
import type { AccountStore } from './store.ts';
import { createTickets } from './tickets.ts';

type AccountKeys =
  | 'GET /api/user'
  | 'GET /api/user/me'
  | 'POST /api/login'
  | 'POST /api/register/validate-code'
  | 'POST /api/register'
  | 'POST /api/logout';

export interface AccountRoutesDeps {
  accounts: AccountStore;
  sessions: SessionStore;
  passwords: Passwords;
  settings: Pick<SettingsStore, 'isCode'>;
  throttle: Throttle;
  mail: Pick<Mail, 'send'>;
  publicUrl: string | undefined;
  /** Closes the sockets that a session opened, by the token's SHA-256. */
  endSession(sessionHash: string): void;
  publish: Publish;
  database: Database;
  clock: Clock;
}

/** The server decides when a session ends; browsers keep a cookie no longer than this. */
const sessionCookieS = 400 * 86_400;

const wrongLogin = () => new AppError('unauthenticated', 'Email ou senha incorretos');
const wrongCode = () => new AppError('forbidden', 'Código inválido. Entre em contato com nossa equipe comercial.');
const registered = 'Aguarde a aprovação do administrador para fazer login.';

export function accountRoutes(deps: AccountRoutesDeps): Handlers<AccountKeys> {
  const { accounts, sessions, passwords, settings, throttle, mail, publicUrl, endSession, publish, database, clock } =
    deps;
  const tickets = createTickets(clock);
  const loginKeys = createLoginKeys();

  /** Throws forbidden for a wrong code. Failures count per address. */
  function assertAccessCode(code: string, exchange: Exchange): void {
    const keys = [`access-code:address:${throttleAddress(exchange.address)}`];
    throttle.check(keys);
    if (!settings.isCode('accessCode', code)) {
      throttle.failed(keys);
      throw wrongCode();
    }
  }

  function end(token: string | undefined): void {
    if (!token) return;
    sessions.end(token);
    database.afterCommit(() => endSession(sha256Hex(token)));
  }

  return {
    'GET /api/user': ({ user }) => accounts.current(user.userId),

    'GET /api/user/me': ({ user }) => accounts.usage(user.userId),

    'POST /api/login': async ({ body, exchange }) => {
      const address = throttleAddress(exchange.address);
      const account = accounts.findByEmail(body.email);
      const isRight = await throttle.attempt(loginKeys.of(body.email, address), () =>
        passwords.verify(body.password, account?.password),
      );
      if (!account || !isRight) throw wrongLogin();
      loginKeys.remember(body.email, address);

      const token = database.tx(() => {
        // The account may have changed while the password was being checked.
        const present = accounts.find(account.id);
        if (present?.password !== account.password) throw wrongLogin();
        if (present.status === 'pending') throw new AppError('account_pending');
        if (present.status === 'blocked') throw new AppError('account_blocked');
        end(exchange.cookies[cookieNames.session]);
        return sessions.start(account.id);
      });
      exchange.setCookie(cookieNames.session, token, { maxAgeS: sessionCookieS });
      return accounts.current(account.id);
    },

    'POST /api/register/validate-code': ({ body, exchange }) => {
      assertAccessCode(body.code, exchange);
      exchange.setCookie(cookieNames.ticket, tickets.issue(), { maxAgeS: limits.accessTicketMs / 1000 });
      return { message: 'Código válido' };
    },

    'POST /api/register': async ({ body, exchange }) => {
      const { username, email, accessCode } = body;
      // Each one mails the administrators, and a taken e-mail answers 409: neither may be had without end.
      const keys = [`register:address:${throttleAddress(exchange.address)}`];
      throttle.check(keys);
      const giveBack = tickets.take(exchange.cookies[cookieNames.ticket] ?? '');
      if (!giveBack) {
        if (accessCode === undefined) throw wrongCode();
        assertAccessCode(accessCode, exchange);
      }
      throttle.failed(keys);
      try {
        accounts.assertFree(email, username);
        const password = await passwords.hash(body.password);
        database.tx(() => {
          accounts.create({ username, email, password });
          publish('managers', { type: 'adminChanged', what: 'users' });
        });
      } catch (error) {
        giveBack?.();
        throw error;
      }
      const letter = newAccountLetter({ username, email }, publicUrl);
      for (const to of accounts.administratorEmails()) mail.send(to, letter.subject, letter.text);
      exchange.setCookie(cookieNames.ticket, '', { maxAgeS: 0 });
      return { message: registered };
    },

    'POST /api/logout': ({ exchange }) => {
      end(exchange.cookies[cookieNames.session]);
      exchange.setCookie(cookieNames.session, '', { maxAgeS: 0 });
    },
  };
}
