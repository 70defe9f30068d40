/** Signs people in and out, and registers accounts. Wrong passwords and codes cause waits. */
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sha256Hex } from '../../platform/random.ts';
import { networkOf } from '../../platform/throttle.ts';
import { webhookMessageOf } from '../../platform/webhook.ts';
import { targetOf } from './administration/rules.ts';
import type { AccountDeps } from './deps.ts';
import { newAccountEmail } from './emails.ts';
import { assertGoodPassword } from './passwords/rules.ts';
import { ownerOf, personKeyOf } from './people/person-store.ts';
import { authorFor, personTarget } from './people/rules.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { createStepTickets } from './sign-in/step-tickets.ts';

interface Registration {
  username: string;
  email: string;
  password: string;
  /** Used when there is no valid ticket. */
  accessCode?: string | undefined;
}

/** Number of wrong access codes from all addresses together, after which all addresses have to wait. */
const accessCodeSharedFailures = 50;

const wrongCode = () => new AppError('forbidden', 'Código inválido. Entre em contato com nossa equipe comercial.');

export function createAccountService(deps: AccountDeps) {
  const { accounts, sessions, passwords, settings, throttles, mail, webhook, publicUrl } = deps;
  const { closeSessionSockets, publish, database, clock, sampledLog, audit } = deps;
  /** Tokens that prove a correct access code. Each is valid for one registration (contract/README 1.5). */
  const tickets = createStepTickets<true>(clock, limits.registrationTicketMs);
  const actions = {
    accessCode: throttles.action('access-code', { sharedFailures: accessCodeSharedFailures }),
    register: throttles.action('register'),
  };

  /** Throws forbidden for a wrong code, too_many_requests after several wrong codes of one address or many of all addresses. */
  function assertAccessCode(code: string, address: string): void {
    const guess = { address: networkOf(address) };
    actions.accessCode.check(guess);
    if (!settings.isCode('accessCode', code)) {
      actions.accessCode.failed(guess);
      sampledLog.warn('code refused', { action: 'access-code', address });
      throw wrongCode();
    }
  }

  function signOut(token: string | undefined): void {
    if (!token) return;
    sessions.end(token);
    database.afterCommit(() => closeSessionSockets(sha256Hex(token)));
  }

  return {
    ...createSignIn(deps, signOut),

    /** Checks the code and returns a ticket for one registration (contract/README 1.5). Throws as `assertAccessCode` does. */
    issueRegistrationTicket(accessCode: string, address: string): string {
      assertAccessCode(accessCode, address);
      return tickets.issue(true);
    },

    /**
     * Creates a pending account and returns its id. Throws forbidden without a valid ticket or code, conflict for a taken name or
     * e-mail, invalid_input for a bad password, and too_many_requests.
     */
    async register(
      { username, email, password, accessCode }: Registration,
      client: { address: string; ticket: string },
    ): Promise<number> {
      assertGoodPassword(password, { field: 'password', names: [username, email] });
      const address = networkOf(client.address);
      // Throttled: each registration mails the administrators, and a 409 reveals that an e-mail is registered.
      actions.register.check({ address });
      const restoreTicket = tickets.redeem(client.ticket);
      if (!restoreTicket) {
        if (accessCode === undefined) throw wrongCode();
        assertAccessCode(accessCode, client.address);
      }
      // Counts every registration, whether it succeeds or not.
      actions.register.failed({ address });
      let id: number;
      try {
        accounts.assertFree(email, username);
        const hash = await passwords.hash(password, { address });
        id = database.tx(() => {
          const created = accounts.create({ username, email, password: hash });
          const by = authorFor(ownerOf({ id: created, username }), client.address);
          audit.record(by, 'account.registered', targetOf({ id: created, username }));
          publish('managers', { type: 'adminChanged', what: 'users' });
          return created;
        });
      } catch (error) {
        restoreTicket?.();
        throw error;
      }
      const message = newAccountEmail({ username, email }, publicUrl);
      for (const to of accounts.administratorEmails()) mail.send(to, message.subject, message.text);
      webhook.send(webhookMessageOf(message, 'registration'));
      return id;
    },

    /** Ends the session of `token`. `actor`: the session's user; undefined if the session has already ended. */
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
