/**
 * Changes that a person makes to the own second factor: each wants the password, and a code of the app (contract/README
 * 1.18).
 */
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { createVerifyCurrentPassword, type ProofClient, wrongPassword } from '../passwords/current-password.ts';
import type { Person } from '../people/person-store.ts';
import { personTarget } from '../people/rules.ts';
import { createRequireRecentSignIn, type RequireRecentSignInDeps } from '../passwords/recent-sign-in.ts';
import { createSecondFactors, isOff, type SecondFactorDeps } from '../sign-in/second-factor.ts';

export type OwnSecondFactorDeps = SecondFactorDeps & RequireRecentSignInDeps;

export function createOwnSecondFactor(deps: OwnSecondFactorDeps) {
  const { secondFactors, audit, database, watch } = deps;
  const factors = createSecondFactors(deps);
  const provePassword = createVerifyCurrentPassword(deps);
  const present = createRequireRecentSignIn(deps);

  /** Returns the caller after verifying the password. Throws unauthenticated, forbidden, too_many_requests. */
  async function verifiedPerson(actor: UserActor, password: string, client: ProofClient): Promise<Person> {
    const before = present(actor);
    await provePassword(before, password, client, 'second factor');
    const now = present(actor);
    if (now.password !== before.password) throw wrongPassword();
    return now;
  }

  return {
    state: factors.state,
    newKey: factors.newKey,

    /** Returns the recovery codes. Throws forbidden (password, code), conflict, too_many_requests. */
    async enableOwn(
      actor: UserActor,
      { currentPassword, ...key }: { currentPassword: string; secret: string; code: string },
      client: ProofClient,
      by: Author,
    ): Promise<string[]> {
      const person = await verifiedPerson(actor, currentPassword, client);
      return database.tx(() => factors.enable(person, key, by));
    },

    /** Throws likewise, and conflict where it is required. */
    async disableOwn(
      actor: UserActor,
      { currentPassword, code }: { currentPassword: string; code: string },
      client: ProofClient,
      by: Author,
    ): Promise<void> {
      const person = present(actor);
      if (!factors.has(person)) throw isOff();
      if (factors.isRequiredOf(person))
        throw new AppError('conflict', 'O administrador exige a verificação em duas etapas nesta conta.');
      await factors.prove(await verifiedPerson(actor, currentPassword, client), code, client, () => {
        secondFactors.remove(person);
        audit.record(by, 'account.second_factor_off', personTarget(person));
        factors.changed(person);
        database.afterCommit(() => watch.info('second step off', { account: person.email, address: by.address }));
      });
    },

    /** New recovery codes; the old ones are void. Throws likewise. */
    async renewRecoveryCodes(
      actor: UserActor,
      { currentPassword, code }: { currentPassword: string; code: string },
      client: ProofClient,
      by: Author,
    ): Promise<string[]> {
      const person = present(actor);
      if (!factors.has(person)) throw isOff();
      return factors.prove(await verifiedPerson(actor, currentPassword, client), code, client, () => {
        audit.record(by, 'account.recovery_codes_made', personTarget(person));
        return factors.makeRecoveryCodes(person);
      });
    },
  };
}
