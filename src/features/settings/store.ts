/** Stores the server's settings: the five codes, secrets, and single values by name. */
import type { CodeName, Codes, Contact } from '../../contract/settings.ts';
import { AppError, type FieldErrors } from '../../contract/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { generateToken, secretsEqual } from '../../platform/random.ts';

export const codeNames = [
  'accessCode',
  'playerModePassword',
  'playerExitCode',
  'playerResetCode',
  'deviceResetCode',
] as const satisfies readonly CodeName[];

/** '1' while administrators and gestores must have a second factor. */
const secondFactorKey = 'secondFactor.isRequired';

/** '1' while everybody in this account must have a second factor. Databases contain this text: it cannot be renamed. */
const secondFactorKeyOf = (accountId: number): string => `secondFactor.isRequiredOf.${accountId}`;

/** SHA-256 of the password's hash at the time when the account became an administrator. */
const promotionKey = (accountId: number): string => `administrator.promotedWith.${accountId}`;

const printsFirstSecretsKey = 'firstRun.isUntold';
const firstStepsKey = 'firstRun.areStepsOpen';
const clinicNameKey = 'clinic.name';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

export function createSettingsStore(database: Database, clock: Clock) {
  const select = database.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?');
  const upsert = database.prepare<[string, string, number]>(
    'INSERT INTO settings (key, value, updated_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at',
  );
  const remove = database.prepare<[string]>('DELETE FROM settings WHERE key = ?');
  const isActivationCode = database.prepare<[string]>('SELECT 1 FROM players WHERE activation_code = ?');

  const get = (key: string): string | undefined => select.get(key)?.value;
  const set = (key: string, value: string): void => void upsert.run(key, value, clock.now());
  /** Stores the value; null removes it. */
  function setOrRemove(key: string, value: string | null): void {
    if (value === null) remove.run(key);
    else set(key, value);
  }
  /** Returns the codes. A code that was never set is '', which `isCode` refuses. */
  const codes = () => Object.fromEntries(codeNames.map((name) => [name, get(`code.${name}`) ?? ''])) as Codes;

  return {
    get,
    set,
    isSecondFactorRequired: (): boolean => get(secondFactorKey) === '1',
    isSecondFactorRequiredOf: (accountId: number): boolean => get(secondFactorKeyOf(accountId)) === '1',
    requireSecondFactor: (isRequired: boolean): void => setOrRemove(secondFactorKey, isRequired ? '1' : null),
    requireSecondFactorOf: (accountId: number, isRequired: boolean): void =>
      setOrRemove(secondFactorKeyOf(accountId), isRequired ? '1' : null),
    /** Returns the SHA-256 of the password's hash at the promotion to administrator; undefined without a promotion. */
    passwordAtPromotion: (accountId: number): string | undefined => get(promotionKey(accountId)),
    savePromotion: (accountId: number, passwordSha256: string): void => set(promotionKey(accountId), passwordSha256),
    deletePromotion: (accountId: number): void => void remove.run(promotionKey(accountId)),
    remove: (key: string): void => void remove.run(key),
    /** True while each start prints first-run.txt: until an administrator signs in, or the secrets are changed in the shell. */
    isPrintingFirstSecrets: (): boolean => get(printsFirstSecretsKey) !== undefined,
    startPrintingFirstSecrets: (): void => set(printsFirstSecretsKey, '1'),
    stopPrintingFirstSecrets: (): void => void remove.run(printsFirstSecretsKey),
    /** True from the first start until the first steps (contract/README 1.15) are done or dismissed. */
    areFirstStepsOpen: (): boolean => get(firstStepsKey) !== undefined,
    /** Returns the id of the account that the first start created. Earlier releases wrote 1, its id in a new database. */
    firstStepsAccount: (): number => Number(get(firstStepsKey)),
    openFirstSteps: (accountId: number): void => set(firstStepsKey, String(accountId)),
    closeFirstSteps: (): void => void remove.run(firstStepsKey),
    /** Returns the clinic's name; null if it is not set. */
    clinicName: (): string | null => get(clinicNameKey) ?? null,
    changeClinicName: (name: string | null): void => setOrRemove(clinicNameKey, name),
    codes,
    contact: (): Contact => ({ name: get('contact.name') ?? null, url: get('contact.url') ?? null }),
    /** Stores the contact, or removes address and name if the address is null. Must be called inside a transaction. */
    changeContact({ name, url }: Contact): void {
      setOrRemove('contact.name', url === null ? null : name);
      setOrRemove('contact.url', url);
    },
    /** True if the given code is correct. Ignores case and surrounding spaces, and compares in constant time. */
    isCode(name: CodeName, given: string): boolean {
      const code = codes()[name];
      return secretsEqual(normalize(given), code) && code !== '';
    },
    /** Changes the codes. Throws invalid_input when two codes would be equal, or the device reset code is a screen's. */
    changeCodes(patch: { [Name in CodeName]?: string | undefined }): Codes {
      return database.tx(() => {
        for (const name of codeNames) if (patch[name] !== undefined) set(`code.${name}`, normalize(patch[name]));
        const changed = codes();
        const fields: FieldErrors = {};
        for (const name of codeNames)
          if (
            patch[name] !== undefined &&
            codeNames.some((other) => other !== name && changed[other] === changed[name])
          )
            fields[name] = 'Cada código deve ser diferente dos outros.';
        if (patch.deviceResetCode !== undefined && isActivationCode.get(changed.deviceResetCode))
          fields.deviceResetCode = 'Este código já é o de uma tela.';
        const [message] = Object.values(fields);
        if (message) throw new AppError('invalid_input', message, { fields });
        return changed;
      });
    },
    /** Returns a random secret of 256 bits for signatures. It is generated at its first use and stored. */
    secret(name: string): string {
      return database.tx(() => {
        const stored = get(`secret.${name}`);
        if (stored) return stored;
        const generated = generateToken();
        set(`secret.${name}`, generated);
        return generated;
      });
    },
  };
}

const normalize = (code: string): string => code.trim().toUpperCase();
