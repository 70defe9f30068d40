/** What a person does to the own second step: each wants the password, and a code of the app (contract/README 1.18). */
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { createPasswordProof, type ProofClient } from './password-proof.ts';
import { targetOf } from './rules.ts';
import { createSecondFactors, isOff, type SecondFactorDeps } from './second-factor.ts';

export function createOwnSecondFactor(deps: SecondFactorDeps) {
  const { accounts, secondFactors, audit, database } = deps;
  const factors = createSecondFactors(deps);
  const provePassword = createPasswordProof(deps);

  return {
    state: factors.state,
    newKey: factors.newKey,

    /** Answers the recovery codes. Throws forbidden (password, code), conflict, too_many_requests. */
    async enableOwn(
      { userId }: UserActor,
      { currentPassword, ...key }: { currentPassword: string; secret: string; code: string },
      client: ProofClient,
      by: Author,
    ): Promise<string[]> {
      await provePassword(accounts.findOrThrow(userId), currentPassword, client, 'second factor');
      return database.tx(() => factors.enable(accounts.findOrThrow(userId), key, by));
    },

    /** Throws likewise, and conflict where it is required. */
    async disableOwn(
      { userId }: UserActor,
      { currentPassword, code }: { currentPassword: string; code: string },
      client: ProofClient,
      by: Author,
    ): Promise<void> {
      const account = accounts.findOrThrow(userId);
      if (!factors.has(userId)) throw isOff();
      if (factors.isRequiredOf(account))
        throw new AppError('conflict', 'O administrador exige a verificação em duas etapas nesta conta.');
      await provePassword(account, currentPassword, client, 'second factor');
      await factors.prove(account, code, client, () => {
        secondFactors.remove(userId);
        audit.record(by, 'account.second_factor_off', targetOf(account));
        factors.changed(userId);
      });
    },

    /** New recovery codes; the old ones are void. Throws likewise. */
    async renewRecoveryCodes(
      { userId }: UserActor,
      { currentPassword, code }: { currentPassword: string; code: string },
      client: ProofClient,
      by: Author,
    ): Promise<string[]> {
      const account = accounts.findOrThrow(userId);
      if (!factors.has(userId)) throw isOff();
      await provePassword(account, currentPassword, client, 'second factor');
      return factors.prove(account, code, client, () => {
        audit.record(by, 'account.recovery_codes_made', targetOf(account));
        return factors.makeRecoveryCodes(userId);
      });
    },
  };
}
