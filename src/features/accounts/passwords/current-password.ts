/** Verifies passwords: at a sign-in, and again before what nobody at a browser left open may do. */
import type { UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { throttleAddress } from '../../../platform/throttle.ts';
import type { AccountDeps } from '../deps.ts';
import { type Person, personKeyOf } from '../people/person-store.ts';

/** Address of a client, and the token that marks its browser as a known device. */
export interface ProofClient {
  address: string;
  deviceToken: string | undefined;
}

type PasswordCheckDeps = Pick<AccountDeps, 'passwords' | 'knownDevices' | 'throttles' | 'watch'>;

/** All checks share one throttle: whoever guesses at one place has no guesses left at another. */
export function createPasswordCheck({ passwords, knownDevices, throttles, watch }: PasswordCheckDeps) {
  const throttle = throttles.action('login');

  /**
   * Returns whether the password is right; false without a person. Throws too_many_requests after several wrong ones,
   * unavailable when too many wait. `what` is in the log.
   */
  return async function isRightPassword(
    { email, person, password }: { email: string; person: Person | undefined; password: string },
    client: ProofClient,
    what: string,
  ): Promise<boolean> {
    const address = throttleAddress(client.address);
    const known = person && knownDevices.find(client.deviceToken, person);
    return throttle
      .attempt({ address, subject: email, known }, () =>
        passwords.verify(password, person?.password, { address, isKnown: known !== undefined }),
      )
      .catch((error: unknown) => {
        if (error instanceof AppError)
          watch.warn(`${what} held back`, { account: email, address: client.address, code: error.code });
        throw error;
      });
  };
}

const wrongPassword = () => {
  const sentence = 'A senha atual está incorreta. Confira e tente de novo.';
  return new AppError('forbidden', sentence, { fields: { currentPassword: sentence } });
};

export function createCurrentPassword(deps: PasswordCheckDeps & Pick<AccountDeps, 'people' | 'sessions'>) {
  const { people, sessions, watch } = deps;
  const isRightPassword = createPasswordCheck(deps);

  /** Returns the person who calls. Throws unauthenticated when the session or the approval has ended. */
  function presentPerson(actor: UserActor): Person {
    const person = people.find(personKeyOf(actor));
    if (person?.status !== 'approved' || !sessions.isOpen(actor.sessionHash)) throw new AppError('unauthenticated');
    return person;
  }

  return {
    presentPerson,

    /** Throws forbidden for a wrong password, too_many_requests after several. `what` is in the log. */
    async verify(person: Person, password: string, client: ProofClient, what: string): Promise<void> {
      const { email } = person;
      if (await isRightPassword({ email, person, password }, client, what)) return;
      watch.warn(`${what} refused`, { account: email, address: client.address });
      throw wrongPassword();
    },

    /** Like `presentPerson`; throws forbidden when the password has changed since `verified` was read. */
    stillPresent(actor: UserActor, verified: Person): Person {
      const person = presentPerson(actor);
      if (person.password !== verified.password) throw wrongPassword();
      return person;
    },
  };
}
