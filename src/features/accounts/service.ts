/** Signs people in, up and out, and slows down guessing. */
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sha256Hex } from '../../platform/random.ts';
import { throttleAddress } from '../../platform/throttle.ts';
import { noticeOf } from '../../platform/webhook.ts';
import { targetOf } from './administration/rules.ts';
import type { AccountDeps } from './deps.ts';
import { newAccountEmail } from './emails.ts';
import { assertGoodPassword } from './passwords/rules.ts';
import { createPendingInvitations } from './people/pending-invitations.ts';
import { accountItself, personKeyOf } from './people/person-store.ts';
import { authorFor, personTarget } from './people/rules.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { createTickets } from './sign-in/tickets.ts';

interface Registration {
  username: string;
  email: string;
  password: string;
  /** Instead of a ticket. */
  accessCode?: string | undefined;
}

/** Failures of all addresses together, until all have to wait for one another. */
const crowdAtCode = 50;

const wrongCode = () => new AppError('forbidden', 'Código inválido. Entre em contato com nossa equipe comercial.');

export function createAccountService(deps: AccountDeps) {
  const { accounts, sessions, passwords, settings, throttles, mail, webhook, publicUrl } = deps;
  const { endSession, publish, database, clock, watch, audit } = deps;
  /** Proof of a right access code, good for one registration (contract/README 1.5). */
  const tickets = createTickets<true>(clock, limits.accessTicketMs);
  const pendingInvitations = createPendingInvitations(deps);
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
    ...createSignIn(deps, signOut),

    /** A ticket for one registration (contract/README 1.5). Throws forbidden for a wrong code. */
    issueTicket(accessCode: string, address: string): string {
      assertAccessCode(accessCode, address);
      return tickets.issue(true);
    },

    /** Notifies administrators. Throws forbidden without ticket and code, conflict for a taken name or e-mail. */
    async register(
      { username, email, password, accessCode }: Registration,
      client: { address: string; ticket: string },
    ): Promise<void> {
      // Each one mails the administrators, and a taken e-mail answers 409: neither may be had without end.
      assertGoodPassword(password, { field: 'password', names: [username, email] });
      const address = throttleAddress(client.address);
      actions.register.check({ address });
      const restore = tickets.take(client.ticket);
      if (!restore) {
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
          pendingInvitations.hasAccount(email);
          publish('managers', { type: 'adminChanged', what: 'users' });
        });
      } catch (error) {
        restore?.();
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
