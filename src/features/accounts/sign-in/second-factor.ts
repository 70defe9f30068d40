/** Generates keys of second factors, verifies their codes, and enables and removes second factors (contract/README 1.18). */
import type { SecondFactorState } from '../../../contract/accounts/accounts.ts';
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { generateCode, sha256Hex } from '../../../platform/random.ts';
import { networkOf } from '../../../platform/throttle.ts';
import type { AccountDeps } from '../deps.ts';
import type { ThrottledClient } from '../passwords/current-password.ts';
import { type Person, type PersonKey, personKeyOf } from '../people/person-store.ts';
import { personTarget } from '../people/rules.ts';
import { createCodeAlarm } from './code-alarm.ts';
import { createOfferedKeys } from './offered-keys.ts';
import { clockDifferenceS, stepOfCode } from './totp.ts';

const codeLength = 10;

/** Removes spaces and hyphens from a typed code and makes it upper case. */
const normalizeCode = (code: string) => code.replace(/[\s-]/g, '').toUpperCase();

/** Returns the error for a wrong code. It states how wrong the phone's clock is if the code is correct for another time. */
const wrongCode = (code: string, secret: string | undefined, nowMs: number) => {
  const differenceS = secret && clockDifferenceS(secret, normalizeCode(code), nowMs);
  const sentence = differenceS
    ? `O relógio do celular está cerca de ${Math.abs(differenceS)} s ${differenceS > 0 ? 'adiantado' : 'atrasado'} em relação ao do servidor. Ligue a hora automática do celular e tente com o próximo código; se a hora dele está certa, avise quem cuida do servidor.`
    : 'Este código não vale. Confira o aplicativo e tente com o próximo.';
  return new AppError('forbidden', sentence, { fields: { code: sentence } });
};
export const notEnabled = () => new AppError('conflict', 'A verificação em duas etapas não está ligada nesta conta.');

export function createSecondFactorService(deps: AccountDeps) {
  const { secondFactors, settings, knownDevices, throttles, audit, publish, database, clock, sampledLog } = deps;
  const { unknownWaitMs: maxWaitMs, rememberedMs: forgetAfterMs } = limits.secondFactor;
  const throttle = throttles.action('second-factor', { unknownCallers: { maxWaitMs, forgetAfterMs } });
  const countWrongCode = createCodeAlarm(deps);
  const offeredKeys = createOfferedKeys(clock);

  /** True if the settings require a second factor of managers and the person is one, or a manager requires it of the account. */
  const isRequiredFor = ({ role, userId }: Pick<Person, 'role' | 'userId'>) =>
    (role === 'admin' && settings.isSecondFactorRequired()) || settings.isSecondFactorRequiredOf(userId);

  /** Replaces the recovery codes. Returns the new ones; only their hashes are stored. */
  function makeRecoveryCodes(person: PersonKey): string[] {
    const codes = Array.from({ length: limits.secondFactor.recoveryCodes }, () => generateCode(codeLength));
    secondFactors.setRecoveryCodes(
      person,
      codes.map((code) => sha256Hex(code)),
    );
    return codes.map((code) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`);
  }

  /** Marks a code as used and returns its kind; undefined if it is wrong or used. Throws conflict without a second factor. */
  function consumeCode(person: PersonKey, typedCode: string): 'app' | 'recovery' | undefined {
    const factor = secondFactors.find(person);
    if (!factor) throw notEnabled();
    const code = normalizeCode(typedCode);
    const step = stepOfCode(factor.secret, code, clock.now(), factor.lastStep);
    if (step !== undefined) {
      secondFactors.setLastStep(person, step);
      return 'app';
    }
    return secondFactors.useRecoveryCode(person, sha256Hex(code)) ? 'recovery' : undefined;
  }

  /**
   * Verifies a code, and returns the result of `then`, which runs in the transaction that marks the code as used. Throws
   * forbidden for a wrong code, and too_many_requests after several wrong codes. Those of unknown callers count per person and
   * per address, with waits of up to 15 minutes. Those of a known device count per device, so that others do not lock it out.
   */
  async function verify<T>(
    person: Person,
    code: string,
    client: ThrottledClient,
    then: (kind: 'app' | 'recovery') => T,
  ): Promise<T> {
    const knownCaller = knownDevices.findKey(client.deviceToken, person);
    let result: { value: T } | undefined;
    const guess = { address: networkOf(client.address), subject: person.email, knownCaller };
    const logFields = { account: person.email, address: client.address };
    await throttle
      .attempt(guess, async () => {
        result = database.tx(() => {
          const kind = consumeCode(person, code);
          return kind && { value: then(kind) };
        });
        return result !== undefined;
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'too_many_requests')
          sampledLog.warn('second step held back', logFields);
        throw error;
      });
    if (result) return result.value;
    sampledLog.warn('second step refused', logFields);
    audit.countRefusal('session.code_refused', { id: person.userId, name: person.name }, client.address);
    countWrongCode(person, client.address);
    throw wrongCode(code, secondFactors.find(person)?.secret, clock.now());
  }

  function publishChange({ userId }: PersonKey): void {
    publish('managers', { type: 'adminChanged', what: 'users' });
    publish(`user:${userId}`, { type: 'contentChanged', what: 'user' });
  }

  /**
   * Enables the key that `newKey` offered to this session or sign-in ticket (`holder`). Returns the recovery codes. Throws
   * conflict when a factor is already enabled or no key was offered, forbidden for a wrong code. Call it in a transaction.
   */
  function enable(person: Person, { holder, code }: { holder: string; code: string }, by: Author): string[] {
    if (secondFactors.find(person))
      throw new AppError('conflict', 'A verificação em duas etapas já está ligada nesta conta.');
    const secret = offeredKeys.findOrThrow(holder);
    const step = stepOfCode(secret, normalizeCode(code), clock.now(), 0);
    if (step === undefined) throw wrongCode(code, secret, clock.now());
    secondFactors.enable(person, secret, step);
    audit.record(by, 'account.second_factor_on', personTarget(person));
    publishChange(person);
    database.afterCommit(() => offeredKeys.drop(holder));
    database.afterCommit(() => sampledLog.info('second step on', { account: person.email, address: by.address }));
    return makeRecoveryCodes(person);
  }

  return {
    isRequiredFor,
    makeRecoveryCodes,
    publishChange,
    has: (person: PersonKey): boolean => secondFactors.find(person) !== undefined,
    verify,
    enable,
    newKey: offeredKeys.offer,

    /** Returns the number of unused recovery codes; 0 without a second factor. */
    recoveryCodesLeft: (person: PersonKey): number => secondFactors.find(person)?.recoveryCodesLeft ?? 0,

    state(actor: UserActor): SecondFactorState {
      const factor = secondFactors.find(personKeyOf(actor));
      return {
        isOn: factor !== undefined,
        since: factor ? new Date(factor.createdAt).toISOString() : null,
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
        isRequired: isRequiredFor(actor),
      };
    },

    /** Removes the second factor of a person who has lost it. Returns false when there was none. Call it in a transaction. */
    remove(person: Pick<Person, 'userId' | 'memberId' | 'name'>, by: Author): boolean {
      if (!secondFactors.remove(person)) return false;
      audit.record(by, 'account.second_factor_removed', personTarget(person));
      publishChange(person);
      return true;
    },
  };
}
