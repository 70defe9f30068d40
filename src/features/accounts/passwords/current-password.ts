/** The own password, asked for before something that whoever sits down at an open browser may not do. */
import { AppError } from '../../../contract/errors.ts';
import type { SampledLog } from '../../../platform/log.ts';
import { type Throttles, throttleAddress } from '../../../platform/throttle.ts';
import type { KnownDeviceStore } from '../sign-in/known-device-store.ts';
import type { Person } from '../people/person-store.ts';
import type { Passwords } from './passwords.ts';

export interface VerifyCurrentPasswordDeps {
  passwords: Pick<Passwords, 'verify'>;
  knownDevices: Pick<KnownDeviceStore, 'find'>;
  throttles: Throttles;
  watch: SampledLog;
}

/** Address of a client, and the token that marks its browser as a known device. */
export interface ProofClient {
  address: string;
  deviceToken: string | undefined;
}

export const wrongPassword = () => {
  const sentence = 'A senha atual está incorreta. Confira e tente de novo.';
  return new AppError('forbidden', sentence, { fields: { currentPassword: sentence } });
};

export function createVerifyCurrentPassword({ passwords, knownDevices, throttles, watch }: VerifyCurrentPasswordDeps) {
  // The door of sign-in: whoever guesses here has no guesses left there.
  const throttle = throttles.action('login');

  /** Throws forbidden for a wrong password, too_many_requests after several. `what` is in the log. */
  return async function provePassword(
    person: Person,
    password: string,
    client: ProofClient,
    what: string,
  ): Promise<void> {
    const address = throttleAddress(client.address);
    const known = knownDevices.find(client.deviceToken, person);
    const facts = { account: person.email, address: client.address };
    const isRight = await throttle
      .attempt({ address, subject: person.email, known }, () =>
        passwords.verify(password, person.password, { address, isKnown: known !== undefined }),
      )
      .catch((error: unknown) => {
        if (error instanceof AppError) watch.warn(`${what} held back`, { ...facts, code: error.code });
        throw error;
      });
    if (isRight) return;
    watch.warn(`${what} refused`, facts);
    throw wrongPassword();
  };
}
