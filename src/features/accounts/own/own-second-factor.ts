/** Lets people change their own second factor. Each change requires the password and a code (contract/README 1.18). */
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { AccountDeps } from '../deps.ts';
import { createReauthentication, type ThrottledClient } from '../passwords/current-password.ts';
import type { Person } from '../people/person-store.ts';
import { personTarget } from '../people/rules.ts';
import { createSecondFactorService, notEnabled } from '../sign-in/second-factor.ts';

interface Credentials {
  currentPassword: string;
  code: string;
}

export function createOwnSecondFactorService(deps: AccountDeps) {
  const { secondFactors, audit, database, sampledLog } = deps;
  const factors = createSecondFactorService(deps);
  const { requirePerson, verify, requireSamePassword } = createReauthentication(deps);

  /** Verifies the password. Returns the signed-in person. Throws unauthenticated, forbidden, too_many_requests. */
  async function verifiedPerson(actor: UserActor, password: string, client: ThrottledClient): Promise<Person> {
    const person = requirePerson(actor);
    await verify(person, password, client, 'second factor');
    return requireSamePassword(actor, person);
  }

  return {
    state: factors.state,
    newKey: (actor: UserActor) => factors.newKey(actor.sessionHash, actor.member?.email ?? actor.email),

    /** Enables the second factor and returns recovery codes. Throws forbidden, too_many_requests, conflict (as `enable` does). */
    async enableOwn(
      actor: UserActor,
      { currentPassword, code }: Credentials,
      client: ThrottledClient,
      by: Author,
    ): Promise<string[]> {
      const person = await verifiedPerson(actor, currentPassword, client);
      return database.tx(() => factors.enable(person, { holder: actor.sessionHash, code }, by));
    },

    /** Removes the second factor. Throws forbidden, too_many_requests, and conflict if there is none or it is required. */
    async disableOwn(
      actor: UserActor,
      { currentPassword, code }: Credentials,
      client: ThrottledClient,
      by: Author,
    ): Promise<void> {
      const person = requirePerson(actor);
      if (!factors.has(person)) throw notEnabled();
      if (factors.isRequiredFor(person))
        throw new AppError('conflict', 'O administrador exige a verificação em duas etapas nesta conta.');
      await factors.verify(await verifiedPerson(actor, currentPassword, client), code, client, () => {
        secondFactors.remove(person);
        audit.record(by, 'account.second_factor_off', personTarget(person));
        factors.publishChange(person);
        database.afterCommit(() => sampledLog.info('second step off', { account: person.email, address: by.address }));
      });
    },

    /** Replaces the recovery codes and returns the new ones. Throws forbidden, too_many_requests, conflict without a factor. */
    async renewRecoveryCodes(
      actor: UserActor,
      { currentPassword, code }: Credentials,
      client: ThrottledClient,
      by: Author,
    ): Promise<string[]> {
      const person = requirePerson(actor);
      if (!factors.has(person)) throw notEnabled();
      return factors.verify(await verifiedPerson(actor, currentPassword, client), code, client, () => {
        audit.record(by, 'account.recovery_codes_made', personTarget(person));
        return factors.makeRecoveryCodes(person);
      });
    },
  };
}
