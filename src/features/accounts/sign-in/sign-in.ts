/** Signing in: what slows down guessing, the password, the second step where there is one, the session. */
import { AppError } from '../../../contract/errors.ts';
import type { Publish } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SampledLog } from '../../../platform/log.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { sha256Hex } from '../../../platform/random.ts';
import { type Throttles, throttleAddress } from '../../../platform/throttle.ts';
import type { Audit } from '../../audit/audit.ts';
import type { SettingsStore } from '../../settings/store.ts';
import type { KnownDeviceStore } from './known-device-store.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { Person, PersonStore } from '../people/person-store.ts';
import { authorFor, personTarget } from '../people/rules.ts';
import { isAdministrator } from '../administration/rules.ts';
import { createSecondFactors, type SecondFactorDeps } from './second-factor.ts';
import type { SessionClient, SessionStore } from './session-store.ts';
import { createSignInTickets } from './sign-in-tickets.ts';

export interface SignInDeps extends SecondFactorDeps {
  people: PersonStore;
  sessions: Pick<SessionStore, 'start'>;
  passwords: Pick<Passwords, 'verify'>;
  settings: Pick<
    SettingsStore,
    'markFirstRunRead' | 'isSecondFactorRequired' | 'isSecondFactorRequiredOf' | 'promotedWith'
  >;
  knownDevices: KnownDeviceStore;
  throttles: Throttles;
  audit: Pick<Audit, 'record' | 'refused'>;
  publish: Publish;
  database: Database;
  clock: Clock;
  /** Log of sign-ins and refusals. */
  watch: SampledLog;
}

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
const ticketOf = ({ userId, memberId, password, userType }: Person) => ({ userId, memberId, password, userType });
const { administratorMin } = limits.password;
const tooShort = () =>
  new AppError(
    'forbidden',
    `A senha de um administrador deve ter pelo menos ${administratorMin} caracteres, e a desta conta tem menos. Peça a outro administrador uma nova senha em Gerenciar Usuários, ou defina uma no servidor com “antessala admin password”.`,
  );
const tooLate = () => new AppError('unauthenticated', 'O tempo para a segunda etapa acabou. Entre novamente.');

/** `endFormer` ends the session that the browser had. */
export function createSignIn(deps: SignInDeps & { endFormer(token: string | undefined): void }) {
  const { people, sessions, passwords, settings, throttles, knownDevices, audit, publish, database, watch } = deps;
  const factors = createSecondFactors(deps);
  const tickets = createSignInTickets(deps.clock);
  const throttle = throttles.action('login');

  /** Throws what keeps the account out, although the password is right. */
  function assertApproved(person: Person, address: string): void {
    if (person.status === 'approved') return;
    watch.warn('sign-in failed', { account: person.email, address, status: person.status });
    audit.refused('session.refused', { id: person.userId, name: person.name }, address);
    throw new AppError(person.status === 'pending' ? 'account_pending' : 'account_blocked');
  }

  /**
   * Throws forbidden where somebody was made an administrator with a password that is too short for one, and still has it.
   * Who was one in releases before is asked nothing.
   */
  function assertLongEnough(person: Person, password: string, address: string): void {
    if (!isAdministrator(person) || password.length >= administratorMin) return;
    if (settings.promotedWith(person.userId) !== sha256Hex(person.password)) return;
    watch.warn('sign-in failed', { account: person.email, address, password: 'too short for an administrator' });
    audit.refused('session.refused', { id: person.userId, name: person.name }, address);
    throw tooShort();
  }

  /** Inside a transaction, with everything proven. */
  function begin(person: Person, client: SignInClient): SignedIn {
    deps.endFormer(client.formerToken);
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
      const address = throttleAddress(client.address);
      const person = people.findByEmail(email);
      const known = person && knownDevices.find(client.deviceToken, person);
      const facts = { account: email, address: client.address };
      const isRight = await throttle
        .attempt({ address, subject: email, known }, () =>
          passwords.verify(password, person?.password, { address, isKnown: known !== undefined }),
        )
        .catch((error: unknown) => {
          if (error instanceof AppError) watch.warn('sign-in held back', { ...facts, code: error.code });
          throw error;
        });
      if (!person || !isRight) {
        watch.warn('sign-in failed', facts);
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
        return { due, ticket: tickets.issue(ticketOf(present)) };
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
