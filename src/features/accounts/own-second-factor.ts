/** What a person does to the own second step: each wants the password, and a code of the app (contract/README 1.18). */
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { createPasswordProof, type ProofClient } from './password-proof.ts';
import { type Person, personKeyOf } from './person-store.ts';
import { personTarget } from './person-rules.ts';
import { createSecondFactors, isOff, type SecondFactorDeps } from './second-factor.ts';

export function createOwnSecondFactor(deps: SecondFactorDeps) {
  const { people, secondFactors, audit, database } = deps;
  const factors = createSecondFactors(deps);
  const provePassword = createPasswordProof(deps);

  /** Who calls, as they are now. Throws unauthenticated. */
  function present(actor: UserActor): Person {
    const person = people.find(personKeyOf(actor));
    if (!person) throw new AppError('unauthenticated');
    return person;
  }

  return {
    state: factors.state,
    newKey: factors.newKey,

    /** Answers the recovery codes. Throws forbidden (password, code), conflict, too_many_requests. */
    async enableOwn(
      actor: UserActor,
      { currentPassword, ...key }: { currentPassword: string; secret: string; code: string },
      client: ProofClient,
      by: Author,
    ): Promise<string[]> {
      await provePassword(present(actor), currentPassword, client, 'second factor');
      return database.tx(() => factors.enable(present(actor), key, by));
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
      await provePassword(person, currentPassword, client, 'second factor');
      await factors.prove(person, code, client, () => {
        secondFactors.remove(person);
        audit.record(by, 'account.second_factor_off', personTarget(person));
        factors.changed(person);
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
      await provePassword(person, currentPassword, client, 'second factor');
      return factors.prove(person, code, client, () => {
        audit.record(by, 'account.recovery_codes_made', personTarget(person));
        return factors.makeRecoveryCodes(person);
      });
    },
  };
}
