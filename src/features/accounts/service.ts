/** Signing in, up and out: what slows down guessing, the change, and its messages. */
import { AppError } from '../../contract/errors.ts';
import type { Mail } from '../../platform/mail.ts';
import { noticeOf, type Webhook } from '../../platform/webhook.ts';
import { sha256Hex } from '../../platform/random.ts';
import { throttleAddress } from '../../platform/throttle.ts';
import type { Author, UserActor } from '../../contract/endpoint.ts';
import type { Audit } from '../audit/audit.ts';
import type { SettingsStore } from '../settings/store.ts';
import { newAccountEmail } from './emails.ts';
import { createPendingInvitations, type PendingInvitationsDeps } from './people/pending-invitations.ts';
import { assertGoodPassword } from './passwords/rules.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { SessionStore } from './sign-in/session-store.ts';
import { accountItself, personKeyOf } from './people/person-store.ts';
import { authorFor, personTarget } from './people/rules.ts';
import { targetOf } from './administration/rules.ts';
import { createSignIn, type SignInDeps } from './sign-in/sign-in.ts';
import type { AccountStore } from './store.ts';
import { createTickets } from './sign-in/tickets.ts';

export interface AccountServiceDeps extends SignInDeps, PendingInvitationsDeps {
  accounts: AccountStore;
  audit: Pick<Audit, 'record' | 'refused'>;
  sessions: SessionStore;
  passwords: Passwords;
  settings: Pick<
    SettingsStore,
    'isCode' | 'markFirstRunRead' | 'isSecondFactorRequired' | 'isSecondFactorRequiredOf' | 'promotedWith'
  >;
  mail: Pick<Mail, 'send'>;
  webhook: Pick<Webhook, 'send'>;
  publicUrl: string | undefined;
  /** Closes the sockets that a session opened, by the token's SHA-256. */
  endSession(sessionHash: string): void;
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

const wrongCode = () => new AppError('forbidden', 'Código inválido. Entre em contato com nossa equipe comercial.');

export function createAccountService(deps: AccountServiceDeps) {
  const { accounts, sessions, passwords, settings, throttles, mail, webhook, publicUrl } = deps;
  const { endSession, publish, database, clock, watch, audit } = deps;
  const tickets = createTickets(clock);
  const invitedElsewhere = createPendingInvitations(deps);
  const actions = {
    accessCode: throttles.action('access-code', { crowdFailures: crowdAtCode }),
    register: throttles.action('register'),
  };

  /** Throws forbidden for a wrong code. Failures count per address. */
  function assertAccessCode(code: string, address: string): void {
    const guess = { address: throttleAddress(address) };
    actions.accessCode.check(guess);
    if (!settings.isCode('accessCode', code)) {
      actions.accessCode.failed(guess);
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
    ...createSignIn({ ...deps, endFormer: signOut }),

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
      assertGoodPassword(password, { field: 'password', names: [username, email] });
      const address = throttleAddress(client.address);
      actions.register.check({ address });
      const giveBack = tickets.take(client.ticket);
      if (!giveBack) {
        if (accessCode === undefined) throw wrongCode();
        assertAccessCode(accessCode, client.address);
      }
      actions.register.failed({ address });
      try {
        accounts.assertFree(email, username);
        const hash = await passwords.hash(password, { address });
        database.tx(() => {
          const id = accounts.create({ username, email, password: hash });
          const by = authorFor(accountItself({ id, username }), client.address);
          audit.record(by, 'account.registered', targetOf({ id, username }));
          invitedElsewhere.hasAccount(email);
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

    /** `actor`: whose session it is, where it still is one. */
    signOut(token: string | undefined, actor: UserActor | undefined, by: Author): void {
      database.tx(() => {
        if (actor)
          audit.record(
            by,
            'session.ended',
            personTarget({ ...personKeyOf(actor), name: actor.member?.name ?? actor.username }),
          );
        signOut(token);
      });
    },
  };
}
