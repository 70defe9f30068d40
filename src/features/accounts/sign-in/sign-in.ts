/** Signs people in: the password, the second step where there is one, the session. */
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { sha256Hex } from '../../../platform/random.ts';
import { isAdministrator } from '../administration/rules.ts';
import type { AccountDeps } from '../deps.ts';
import { createPasswordCheck } from '../passwords/current-password.ts';
import type { Person } from '../people/person-store.ts';
import { authorFor, personTarget } from '../people/rules.ts';
import { createSecondFactors } from './second-factor.ts';
import type { SessionClient } from './session-store.ts';
import { createTickets } from './tickets.ts';

export interface SignInClient extends SessionClient {
  /** The caller's session until now; it ends. */
  formerToken: string | undefined;
  /** The browser as a known device. */
  deviceToken: string | undefined;
}

export interface SignedIn {
  token: string;
  deviceToken: string;
}

const wrongLogin = () => new AppError('unauthenticated', 'Email ou senha incorretos');
const { administratorMin } = limits.password;
const tooShort = () =>
  new AppError(
    'forbidden',
    `A senha de um administrador deve ter pelo menos ${administratorMin} caracteres, e a desta conta tem menos. Peça a outro administrador uma nova senha em Gerenciar Usuários, ou defina uma no servidor com “antessala admin password”.`,
  );
const tooLate = () => new AppError('unauthenticated', 'O tempo para a segunda etapa acabou. Entre novamente.');

/** `endFormer` ends the session that the browser had. */
export function createSignIn(deps: AccountDeps, endFormer: (token: string | undefined) => void) {
  const { people, sessions, settings, knownDevices, audit, publish, database, watch } = deps;
  const factors = createSecondFactors(deps);
  const isRightPassword = createPasswordCheck(deps);
  /** Proof of a right password until the second step (contract/README 1.18); void once password or profile change. */
  const tickets = createTickets<Pick<Person, 'userId' | 'memberId' | 'password' | 'userType'>>(
    deps.clock,
    limits.secondFactor.ticketMs,
  );

  /** Records that a person is kept out, although the password is right. */
  function noteRefusal(person: Person, address: string, facts: Record<string, string>): void {
    watch.warn('sign-in failed', { account: person.email, address, ...facts });
    audit.refused('session.refused', { id: person.userId, name: person.name }, address);
  }

  /** Throws account_pending or account_blocked. */
  function assertApproved(person: Person, address: string): void {
    if (person.status === 'approved') return;
    noteRefusal(person, address, { status: person.status });
    throw new AppError(person.status === 'pending' ? 'account_pending' : 'account_blocked');
  }

  /** Throws forbidden for a promoted administrator whose password is still the one of before, and too short. */
  function assertLongEnough(person: Person, password: string, address: string): void {
    if (!isAdministrator(person) || password.length >= administratorMin) return;
    if (settings.promotedWith(person.userId) !== sha256Hex(person.password)) return;
    noteRefusal(person, address, { password: 'too short for an administrator' });
    throw tooShort();
  }

  /** Inside a transaction, with everything proven. */
  function begin(person: Person, client: SignInClient): SignedIn {
    endFormer(client.formerToken);
    if (person.userType === 'admin') settings.markFirstRunRead();
    const deviceToken = knownDevices.remember(client.deviceToken, person);
    publish(`user:${person.userId}`, { type: 'contentChanged', what: 'sessions' });
    audit.record(authorFor(person, client.address), 'session.started', personTarget(person));
    const facts = { account: person.email, address: client.address, userId: person.userId };
    database.afterCommit(() => watch.info('sign-in ok', facts));
    return { token: sessions.start(person, client), deviceToken };
  }

  /** Returns the present person of a ticket. Throws unauthenticated. */
  function holderOf(ticket: string, client: SignInClient): Person {
    const found = tickets.find(ticket);
    const person = found && people.find(found);
    if (!person || person.password !== found.password || person.userType !== found.userType) throw tooLate();
    assertApproved(person, client.address);
    return person;
  }

  return {
    /**
     * Returns a new session's token, the browser's as a known device, and whose they are; or, where a second step is
     * due, which, and the ticket for it. Throws unauthenticated, account_pending, account_blocked, forbidden for a new
     * administrator's short password, or too_many_requests (contract/README 1.4).
     */
    async signIn(
      { email, password }: { email: string; password: string },
      client: SignInClient,
    ): Promise<SignedIn | { due: 'code' | 'setup'; ticket: string }> {
      const person = people.findByEmail(email);
      const isRight = await isRightPassword({ email, person, password }, client, 'sign-in');
      if (!person || !isRight) {
        watch.warn('sign-in failed', { account: email, address: client.address });
        audit.refused('session.refused', { id: person?.userId ?? null, name: person?.name ?? email }, client.address);
        throw wrongLogin();
      }
      return database.tx(() => {
        // The person may have changed while the password was being checked.
        const present = people.find(person);
        if (present?.password !== person.password) throw wrongLogin();
        assertApproved(present, client.address);
        assertLongEnough(present, password, client.address);
        const due = factors.has(present) ? 'code' : factors.isRequiredOf(present) ? 'setup' : undefined;
        if (due === undefined) return begin(present, client);
        return { due, ticket: tickets.issue(present) };
      });
    },

    /** The second step. Throws unauthenticated without a good ticket, forbidden for a wrong code, too_many_requests. */
    async finish(ticket: string, code: string, client: SignInClient): Promise<SignedIn> {
      const person = holderOf(ticket, client);
      const signedIn = await factors.prove(person, code, client, (how) => {
        if (how === 'recovery')
          audit.record(authorFor(person, client.address), 'account.recovery_code_used', personTarget(person), {
            count: factors.recoveryCodesLeft(person),
          });
        return begin(person, client);
      });
      tickets.drop(ticket);
      return signedIn;
    },

    /** A key for who must have one and has none. Throws unauthenticated. */
    newKey: (ticket: string, client: SignInClient) => factors.newKey(holderOf(ticket, client).email),

    /** The second step of who has none yet. Throws likewise, and conflict when there is one already. */
    setUp(
      ticket: string,
      key: { secret: string; code: string },
      client: SignInClient,
    ): SignedIn & { recoveryCodes: string[] } {
      const person = holderOf(ticket, client);
      const done = database.tx(() => ({
        recoveryCodes: factors.enable(person, key, authorFor(person, client.address)),
        ...begin(person, client),
      }));
      tickets.drop(ticket);
      return done;
    },
  };
}
