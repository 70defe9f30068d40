/** Settings of the server: the five codes, secrets, and single values by name. */
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

/** Key of the requirement of a second factor for administrators and gestores: '1', or nothing. */
const requiredKey = 'secondFactor.isRequired';

/** The same of one account: '1', or nothing. */
const requiredOfKey = (accountId: number): string => `secondFactor.isRequiredOf.${accountId}`;

/** Key of the mark for a promoted administrator: the hash of what was the password then. */
const promotedKey = (accountId: number): string => `administrator.promotedWith.${accountId}`;

const untoldKey = 'firstRun.isUntold';
const firstStepsKey = 'firstRun.areStepsOpen';
const clinicNameKey = 'clinic.name';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

export function createSettingsStore(database: Database, clock: Clock) {
  const select = database.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?');
  const upsert = database.prepare<[string, string, number]>(
    'INSERT INTO settings (key, value, updated_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at',
  );
  const drop = database.prepare<[string]>('DELETE FROM settings WHERE key = ?');
  const isActivationCode = database.prepare<[string]>('SELECT 1 FROM players WHERE activation_code = ?');

  const get = (key: string): string | undefined => select.get(key)?.value;
  const set = (key: string, value: string): void => void upsert.run(key, value, clock.now());
  /** null removes the value. */
  function put(key: string, value: string | null): void {
    if (value === null) drop.run(key);
    else set(key, value);
  }
  /** A code that was never set is empty and opens nothing. */
  const codes = () => Object.fromEntries(codeNames.map((name) => [name, get(`code.${name}`) ?? ''])) as Codes;

  return {
    get,
    set,
    isSecondFactorRequired: (): boolean => get(requiredKey) === '1',
    isSecondFactorRequiredOf: (accountId: number): boolean => get(requiredOfKey(accountId)) === '1',
    requireSecondFactor: (isRequired: boolean): void => put(requiredKey, isRequired ? '1' : null),
    requireSecondFactorOf: (accountId: number, isRequired: boolean): void =>
      put(requiredOfKey(accountId), isRequired ? '1' : null),
    /** The SHA-256 of an administrator's password (its hash) at the promotion; undefined for who was made as one. */
    promotedWith: (accountId: number): string | undefined => get(promotedKey(accountId)),
    notePromotion: (accountId: number, passwordSha256: string): void => set(promotedKey(accountId), passwordSha256),
    forgetPromotion: (accountId: number): void => void drop.run(promotedKey(accountId)),
    remove: (key: string): void => void drop.run(key),
    /** True while each start prints the generated secrets: until an administrator signs in, or they are changed. */
    isFirstRunUnread: (): boolean => get(untoldKey) !== undefined,
    markFirstRunUnread: (): void => set(untoldKey, '1'),
    markFirstRunRead: (): void => void drop.run(untoldKey),
    /** The first steps in the browser (contract/README 1.15): from the first start until they are done or put aside. */
    areFirstStepsOpen: (): boolean => get(firstStepsKey) !== undefined,
    /** Returns the account that the first start made. Releases before wrote 1, which is its id in a new database. */
    firstStepsAccount: (): number => Number(get(firstStepsKey)),
    openFirstSteps: (accountId: number): void => set(firstStepsKey, String(accountId)),
    closeFirstSteps: (): void => void drop.run(firstStepsKey),
    /** Returns the clinic's name; null: nobody has said. */
    clinicName: (): string | null => get(clinicNameKey) ?? null,
    changeClinicName: (name: string | null): void => put(clinicNameKey, name),
    codes,
    contact: (): Contact => ({ name: get('contact.name') ?? null, url: get('contact.url') ?? null }),
    /** Without an address there is no contact, whatever its name. Call it in a transaction. */
    changeContact({ name, url }: Contact): void {
      put('contact.name', url === null ? null : name);
      put('contact.url', url);
    },
    /** Trimmed, in any case, in constant time. */
    isCode(name: CodeName, given: string): boolean {
      const code = codes()[name];
      return secretsEqual(normalize(given), code) && code !== '';
    },
    /** Throws invalid_input when two codes would be equal, or the device reset code is a screen's. */
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
    /** A random secret of 256 bits, made at its first use and kept: for signatures. */
    secret(name: string): string {
      return database.tx(() => {
        const kept = get(`secret.${name}`);
        if (kept) return kept;
        const generated = generateToken();
        set(`secret.${name}`, generated);
        return generated;
      });
    },
  };
}

const normalize = (code: string): string => code.trim().toUpperCase();
