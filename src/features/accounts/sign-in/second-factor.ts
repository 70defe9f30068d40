/** The second step of a sign-in (contract/README 1.18): making its key, asking for its code, switching it off. */
import type { SecondFactorState } from '../../../contract/accounts/accounts.ts';
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { generateBytes, generateCode, sha256Hex } from '../../../platform/random.ts';
import { throttleAddress } from '../../../platform/throttle.ts';
import type { AccountDeps } from '../deps.ts';
import type { ProofClient } from '../passwords/current-password.ts';
import { type Person, type PersonKey, personKeyOf } from '../people/person-store.ts';
import { personTarget } from '../people/rules.ts';
import { createCodeAlarm } from './code-alarm.ts';
import { base32, keyUri, stepOfCode } from './totp.ts';

const keyBytes = 20;
const codeLength = 10;

const wrongCode = () => {
  const sentence = 'Este código não vale. Confira o aplicativo e tente com o próximo.';
  return new AppError('forbidden', sentence, { fields: { code: sentence } });
};
export const isOff = () => new AppError('conflict', 'A verificação em duas etapas não está ligada nesta conta.');

/** Normalizes a typed code: in any case, with or without spaces and hyphens. */
const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase();

export function createSecondFactors(deps: AccountDeps) {
  const { secondFactors, settings, knownDevices, throttles, audit, publish, database, clock, watch } = deps;
  const { unknownWaitMs: maxWaitMs, rememberedMs: forgetAfterMs } = limits.secondFactor;
  const throttle = throttles.action('second-factor', { unknownCallers: { maxWaitMs, forgetAfterMs } });
  const raiseAlarm = createCodeAlarm(deps);

  /** True if a second factor is required, by the platform of managers or by a manager of an account. */
  const isRequiredOf = ({ role, userId }: Pick<Person, 'role' | 'userId'>) =>
    (role === 'admin' && settings.isSecondFactorRequired()) || settings.isSecondFactorRequiredOf(userId);

  /** Makes new codes in place of the old; they are returned this one time only. */
  function makeRecoveryCodes(person: PersonKey): string[] {
    const codes = Array.from({ length: limits.secondFactor.recoveryCodes }, () => generateCode(codeLength));
    secondFactors.setRecoveryCodes(
      person,
      codes.map((code) => sha256Hex(code)),
    );
    return codes.map((code) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`);
  }

  /** Uses the code up. Returns how; undefined when it is wrong, or used already. */
  function take(person: PersonKey, given: string): 'app' | 'recovery' | undefined {
    const factor = secondFactors.find(person);
    if (!factor) throw isOff();
    const code = plain(given);
    const step = stepOfCode(factor.secret, code, clock.now(), factor.lastStep);
    if (step !== undefined) {
      secondFactors.useUpTo(person, step);
      return 'app';
    }
    return secondFactors.useRecoveryCode(person, sha256Hex(code)) ? 'recovery' : undefined;
  }

  /**
   * Throws forbidden for a wrong code, too_many_requests after several: for an unknown caller by account and address,
   * up to a quarter of an hour for one guess, for a known device by itself, so that no unknown caller keeps the owner
   * out. `then` runs in the transaction that uses the code up.
   */
  async function prove<T>(
    person: Person,
    code: string,
    client: ProofClient,
    then: (how: 'app' | 'recovery') => T,
  ): Promise<T> {
    const known = knownDevices.find(client.deviceToken, person);
    let result: { value: T } | undefined;
    const guess = { address: throttleAddress(client.address), subject: person.email, known };
    const facts = { account: person.email, address: client.address };
    await throttle
      .attempt(guess, async () => {
        result = database.tx(() => {
          const how = take(person, code);
          return how && { value: then(how) };
        });
        return result !== undefined;
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'too_many_requests') watch.warn('second step held back', facts);
        throw error;
      });
    if (result) return result.value;
    watch.warn('second step refused', facts);
    audit.refused('session.code_refused', { id: person.userId, name: person.name }, client.address);
    raiseAlarm(person, client.address);
    throw wrongCode();
  }

  function changed({ userId }: PersonKey): void {
    publish('managers', { type: 'adminChanged', what: 'users' });
    publish(`user:${userId}`, { type: 'contentChanged', what: 'user' });
  }

  /** Inside a transaction. Throws conflict when there is one already, forbidden for a code that is not the key's. */
  function enable(person: Person, { secret, code }: { secret: string; code: string }, by: Author): string[] {
    if (secondFactors.find(person))
      throw new AppError('conflict', 'A verificação em duas etapas já está ligada nesta conta.');
    const step = stepOfCode(secret, plain(code), clock.now(), 0);
    if (step === undefined) throw wrongCode();
    secondFactors.enable(person, secret, step);
    audit.record(by, 'account.second_factor_on', personTarget(person));
    changed(person);
    database.afterCommit(() => watch.info('second step on', { account: person.email, address: by.address }));
    return makeRecoveryCodes(person);
  }

  return {
    isRequiredOf,
    makeRecoveryCodes,
    changed,
    has: (person: PersonKey): boolean => secondFactors.find(person) !== undefined,
    prove,
    enable,

    /** Returns the number of unused recovery codes; 0 without a second factor. */
    recoveryCodesLeft: (person: PersonKey): number => secondFactors.find(person)?.recoveryCodesLeft ?? 0,

    state(actor: UserActor): SecondFactorState {
      const factor = secondFactors.find(personKeyOf(actor));
      return {
        isOn: factor !== undefined,
        since: factor ? new Date(factor.createdAt).toISOString() : null,
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
        isRequired: isRequiredOf(actor),
      };
    },

    /** For an app to read; nothing is stored until its first code is entered. */
    newKey(email: string): { secret: string; uri: string } {
      const secret = base32(generateBytes(keyBytes));
      return { secret, uri: keyUri(secret, email) };
    },

    /** Inside a transaction, for somebody who has lost phone and codes; false where there was none. */
    remove(person: Pick<Person, 'userId' | 'memberId' | 'name'>, by: Author): boolean {
      if (!secondFactors.remove(person)) return false;
      audit.record(by, 'account.second_factor_removed', personTarget(person));
      changed(person);
      return true;
    },
  };
}
