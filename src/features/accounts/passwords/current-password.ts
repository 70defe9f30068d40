/** Verifies passwords: at a sign-in, and again before changes for which an open session does not suffice. */
import type { Exchange, UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { cookieNames } from '../../../platform/http/request/cookies.ts';
import { networkOf } from '../../../platform/throttle.ts';
import type { AccountDeps } from '../deps.ts';
import { type Person, personKeyOf } from '../people/person-store.ts';

/** Address of a client, and the token that marks its browser as a known device. */
export interface ThrottledClient {
  address: string;
  deviceToken: string | undefined;
}

type PasswordCheckDeps = Pick<AccountDeps, 'passwords' | 'knownDevices' | 'throttles' | 'sampledLog'>;

/** Creates the function that checks passwords. All forms share one throttle: a wrong password in one form counts in all. */
export function createPasswordCheck({ passwords, knownDevices, throttles, sampledLog }: PasswordCheckDeps) {
  const throttle = throttles.action('login');

  /**
   * True if the password is correct; false if it is wrong or nobody has this e-mail (`person` is undefined). Throws
   * too_many_requests after several wrong passwords, unavailable when too many requests wait. `action`: its name in the log.
   */
  return async function isCorrectPassword(
    { email, person, password }: { email: string; person: Person | undefined; password: string },
    client: ThrottledClient,
    action: string,
  ): Promise<boolean> {
    const address = networkOf(client.address);
    const deviceKey = person && knownDevices.findKey(client.deviceToken, person);
    return throttle
      .attempt({ address, subject: email, knownCaller: deviceKey }, () =>
        passwords.verify(password, person?.password, { address, isKnown: deviceKey !== undefined }),
      )
      .catch((error: unknown) => {
        if (error instanceof AppError)
          sampledLog.warn(`${action} held back`, { account: email, address: client.address, code: error.code });
        throw error;
      });
  };
}

const wrongPassword = () => {
  const sentence = 'A senha atual está incorreta. Confira e tente de novo.';
  return new AppError('forbidden', sentence, { fields: { currentPassword: sentence } });
};

export function createReauthentication(deps: PasswordCheckDeps & Pick<AccountDeps, 'people' | 'sessions'>) {
  const { people, sessions, sampledLog } = deps;
  const isCorrectPassword = createPasswordCheck(deps);

  /** Returns the signed-in person. Throws unauthenticated when the session or the account's approval has ended. */
  function requirePerson(actor: UserActor): Person {
    const person = people.find(personKeyOf(actor));
    if (person?.status !== 'approved' || !sessions.isOpen(actor.sessionHash)) throw new AppError('unauthenticated');
    return person;
  }

  /** Throws forbidden for a wrong password, too_many_requests after several wrong passwords. `action`: its name in the log. */
  async function verify(person: Person, password: string, client: ThrottledClient, action: string): Promise<void> {
    const { email } = person;
    if (await isCorrectPassword({ email, person, password }, client, action)) return;
    sampledLog.warn(`${action} refused`, { account: email, address: client.address });
    throw wrongPassword();
  }

  return {
    requirePerson,
    verify,

    /** Verifies the password of the person who sent a request, as `verify` does. */
    verifyRequest: (user: UserActor, password: string, { address, cookies }: Exchange, action: string): Promise<void> =>
      verify(requirePerson(user), password, { address, deviceToken: cookies[cookieNames.knownDevice] }, action),

    /** Returns the person as `requirePerson` does. Throws forbidden if the password is no longer the one that `verified` has. */
    requireSamePassword(actor: UserActor, verified: Person): Person {
      const person = requirePerson(actor);
      if (person.password !== verified.password) throw wrongPassword();
      return person;
    },
  };
}
