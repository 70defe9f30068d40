/** Signs people in: verifies the password, then the second factor if there is one, and starts the session. */
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { sha256Hex } from '../../../platform/random.ts';
import { isAdministrator } from '../administration/rules.ts';
import type { AccountDeps } from '../deps.ts';
import { createPasswordCheck } from '../passwords/current-password.ts';
import type { Person } from '../people/person-store.ts';
import { authorFor, personTarget } from '../people/rules.ts';
import { createSecondFactorService } from './second-factor.ts';
import type { SessionClient } from './session-store.ts';
import { createStepTickets } from './step-tickets.ts';

export interface SignInClient extends SessionClient {
  /** Token of the browser's previous session, which ends with the sign-in. */
  formerToken: string | undefined;
  /** Token that marks the browser as a known device. */
  deviceToken: string | undefined;
}

export interface SignedIn {
  token: string;
  deviceToken: string;
}

const wrongLogin = () => new AppError('unauthenticated', 'Email ou senha incorretos');
const { administratorMin } = limits.password;
const passwordTooShort = () =>
  new AppError(
    'forbidden',
    `A senha de um administrador deve ter pelo menos ${administratorMin} caracteres, e a desta conta tem menos. Peça a outro administrador uma nova senha em Gerenciar Usuários, ou defina uma no servidor com “antessala admin password”.`,
  );
const ticketExpired = () => new AppError('unauthenticated', 'O tempo para a segunda etapa acabou. Entre novamente.');

/** `endFormer` ends the browser's previous session. */
export function createSignIn(deps: AccountDeps, endFormer: (token: string | undefined) => void) {
  const { people, sessions, settings, knownDevices, audit, publish, database, sampledLog } = deps;
  const factors = createSecondFactorService(deps);
  const isCorrectPassword = createPasswordCheck(deps);
  /** Tickets that prove a correct password until the second factor is entered. Void after a change of password or profile. */
  const tickets = createStepTickets<Pick<Person, 'userId' | 'memberId' | 'password' | 'userType'>>(
    deps.clock,
    limits.secondFactor.ticketMs,
  );

  /** Records that a person was refused in spite of a correct password. */
  function recordRefusal(person: Person, address: string, logFields: Record<string, string>): void {
    sampledLog.warn('sign-in failed', { account: person.email, address, ...logFields });
    audit.countRefusal('session.refused', { id: person.userId, name: person.name }, address);
  }

  /** Throws account_pending or account_blocked. */
  function assertApproved(person: Person, address: string): void {
    if (person.status === 'approved') return;
    recordRefusal(person, address, { status: person.status });
    throw new AppError(person.status === 'pending' ? 'account_pending' : 'account_blocked');
  }

  /** Throws forbidden for a promoted administrator whose password is too short and was not changed since the promotion. */
  function assertLongEnough(person: Person, password: string, address: string): void {
    if (!isAdministrator(person) || password.length >= administratorMin) return;
    if (settings.passwordAtPromotion(person.userId) !== sha256Hex(person.password)) return;
    recordRefusal(person, address, { password: 'too short for an administrator' });
    throw passwordTooShort();
  }

  /** Starts the session of a person whose password and second factor are verified. Call it in a transaction. */
  function startSession(person: Person, client: SignInClient): SignedIn {
    endFormer(client.formerToken);
    if (person.userType === 'admin') settings.stopPrintingFirstSecrets();
    const deviceToken = knownDevices.remember(client.deviceToken, person);
    publish(`user:${person.userId}`, { type: 'contentChanged', what: 'sessions' });
    audit.record(authorFor(person, client.address), 'session.started', personTarget(person));
    const logFields = { account: person.email, address: client.address, userId: person.userId };
    database.afterCommit(() => sampledLog.info('sign-in ok', logFields));
    return { token: sessions.start(person, client), deviceToken };
  }

  /** Returns the person that a ticket was issued to. Throws unauthenticated, account_pending or account_blocked. */
  function personOfTicket(ticket: string, client: SignInClient): Person {
    const ticketSubject = tickets.find(ticket);
    const person = ticketSubject && people.find(ticketSubject);
    if (!person || person.password !== ticketSubject.password || person.userType !== ticketSubject.userType)
      throw ticketExpired();
    assertApproved(person, client.address);
    return person;
  }

  return {
    /**
     * Verifies the password. Returns the tokens of a new session and of the known device. If a second factor is due, returns a
     * ticket instead, and whether the person must enter a code or set the factor up. Throws unauthenticated, account_pending,
     * account_blocked, forbidden for a promoted administrator's short password, or too_many_requests (contract/README 1.4).
     */
    async signIn(
      { email, password }: { email: string; password: string },
      client: SignInClient,
    ): Promise<SignedIn | { due: 'code' | 'setup'; ticket: string }> {
      const person = people.findByEmail(email);
      const isCorrect = await isCorrectPassword({ email, person, password }, client, 'sign-in');
      if (!person || !isCorrect) {
        sampledLog.warn('sign-in failed', { account: email, address: client.address });
        audit.countRefusal(
          'session.refused',
          { id: person?.userId ?? null, name: person?.name ?? email },
          client.address,
        );
        throw wrongLogin();
      }
      return database.tx(() => {
        // The person may have changed while the password was being checked.
        const current = people.find(person);
        if (current?.password !== person.password) throw wrongLogin();
        assertApproved(current, client.address);
        assertLongEnough(current, password, client.address);
        const due = factors.has(current) ? 'code' : factors.isRequiredFor(current) ? 'setup' : undefined;
        if (due === undefined) return startSession(current, client);
        return { due, ticket: tickets.issue(current) };
      });
    },

    /** Checks the code and signs in. Throws unauthenticated without a valid ticket, forbidden (wrong code), too_many_requests. */
    async finishSignIn(ticket: string, code: string, client: SignInClient): Promise<SignedIn> {
      const person = personOfTicket(ticket, client);
      const signedIn = await factors.verify(person, code, client, (kind) => {
        if (kind === 'recovery')
          audit.record(authorFor(person, client.address), 'account.recovery_code_used', personTarget(person), {
            count: factors.recoveryCodesLeft(person),
          });
        return startSession(person, client);
      });
      tickets.drop(ticket);
      return signedIn;
    },

    /** Returns a key for a person who has to set up a second factor. Throws unauthenticated without a valid ticket. */
    newKey: (ticket: string, client: SignInClient) => factors.newKey(ticket, personOfTicket(ticket, client).email),

    /**
     * Enables the required second factor and signs in. Throws unauthenticated without a valid ticket, forbidden for a wrong code,
     * and conflict if the person already has a second factor or the key has expired.
     */
    setUp(ticket: string, code: string, client: SignInClient): SignedIn & { recoveryCodes: string[] } {
      const person = personOfTicket(ticket, client);
      const signedIn = database.tx(() => ({
        recoveryCodes: factors.enable(person, { holder: ticket, code }, authorFor(person, client.address)),
        ...startSession(person, client),
      }));
      tickets.drop(ticket);
      return signedIn;
    },
  };
}
