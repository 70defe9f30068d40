/** Creates an administrator and five codes, given or generated, at the first start with an empty database. */
import type { CodeName, Codes } from '../../contract/settings.ts';
import { limits } from '../../contract/limits.ts';
import { CommandError } from '../../platform/process/failures.ts';
import type { Database } from '../../platform/storage/database.ts';
import { generateCode, generatePassword } from '../../platform/random.ts';
import type { Passwords } from '../accounts/passwords/passwords.ts';
import type { AccountStore } from '../accounts/store.ts';
import { codeNames, type SettingsStore } from './store.ts';

/** Values from the environment. config.ts has checked that they are valid for a registration, and that no two codes are equal. */
export interface FirstRunValues {
  adminEmail?: string;
  adminPassword?: string;
  adminUsername: string;
  codes: { [Name in CodeName]?: string | undefined };
}

interface FirstRunDeps {
  accounts: Pick<AccountStore, 'isEmpty' | 'create'>;
  settings: Pick<
    SettingsStore,
    'codes' | 'changeCodes' | 'isPrintingFirstSecrets' | 'startPrintingFirstSecrets' | 'openFirstSteps'
  >;
  passwords: Pick<Passwords, 'hash'>;
  /** Returns the reason why a password is refused; undefined for an accepted one. */
  passwordDefect(password: string, owner: { isAdministrator: boolean }): string | undefined;
  /** Writes `DATA_DIR/first-run.txt`, mode 0600, durably. */
  write(text: string): void | Promise<void>;
  /** Returns the written text; undefined when the file was deleted. */
  read(): string | undefined;
  database: Database;
}

const defaultEmail = 'admin@antessala.local';
const generatedPasswordLength = 16;
const generatedCodeLength = 8;

/**
 * Creates the administrator at the first start, and missing codes at every start: a later version may have added codes, or
 * somebody may have deleted some. Returns the text of `first-run.txt` to print; undefined once an administrator has signed in, or
 * if a later start generates a code. `first-run.txt` is written before the commit: otherwise a crash could leave an account whose
 * password nobody knows.
 */
export async function firstRun(
  environment: FirstRunValues,
  { accounts, settings, passwords, passwordDefect, write, read, database }: FirstRunDeps,
): Promise<string | undefined> {
  const stored = settings.codes();
  const isFirst = accounts.isEmpty();
  const codes = completeCodes(isFirst ? { ...withoutBlanks(stored), ...withoutBlanks(environment.codes) } : stored);
  const codesToStore = Object.fromEntries(
    codeNames.filter((name) => codes[name] !== stored[name]).map((name) => [name, codes[name]]),
  );
  if (!isFirst) {
    const hasNewCodes = Object.keys(codesToStore).length > 0;
    if (hasNewCodes) settings.changeCodes(codesToStore);
    // If a code was generated, `first-run.txt` lacks it, and is not printed.
    return !hasNewCodes && settings.isPrintingFirstSecrets() ? read() : undefined;
  }

  const email = environment.adminEmail ?? defaultEmail;
  const password = environment.adminPassword ?? generatePassword(generatedPasswordLength);
  // Check the password here and not in config.ts: later starts must not fail because of ADMIN_PASSWORD, which they do not use.
  if (passwordDefect(password, { isAdministrator: true }))
    throw new CommandError(
      `ADMIN_PASSWORD: needs ${limits.password.administratorMin} characters or more, and none of the most common passwords`,
    );
  // An administrator from the environment gets no first steps, because scripts sign in at once.
  const hasFirstSteps = environment.adminEmail === undefined && environment.adminPassword === undefined;
  const shownPassword = environment.adminPassword === undefined ? password : '(as given in ADMIN_PASSWORD)';
  const text = firstRunText({ email, password: shownPassword, codes, hasFirstSteps });
  const hash = await passwords.hash(password);
  await write(text);
  database.tx(() => {
    const id = accounts.create({
      username: environment.adminUsername,
      email,
      password: hash,
      profile: { role: 'admin', userType: 'admin' },
      status: 'approved',
    });
    settings.changeCodes(codesToStore);
    settings.startPrintingFirstSecrets();
    if (hasFirstSteps) settings.openFirstSteps(id);
  });
  return text;
}

const withoutBlanks = (codes: FirstRunValues['codes']) =>
  Object.fromEntries(Object.entries(codes).filter(([, code]) => code));

/** Returns the codes with missing ones generated. No two are equal. */
function completeCodes(configured: FirstRunValues['codes']): Codes {
  const usedCodes = new Set(codeNames.flatMap((name) => configured[name] || []));
  const generate = () => {
    let code = generateCode(generatedCodeLength);
    while (usedCodes.has(code)) code = generateCode(generatedCodeLength);
    usedCodes.add(code);
    return code;
  };
  return Object.fromEntries(codeNames.map((name) => [name, configured[name] || generate()])) as Codes;
}

interface FirstSecrets {
  email: string;
  password: string;
  codes: Codes;
  hasFirstSteps: boolean;
}

/** Returns the text of `first-run.txt`. */
export function firstRunText({ email, password, codes, hasFirstSteps }: FirstSecrets): string {
  const steps = hasFirstSteps
    ? 'A browser on this machine itself is led through the first steps at once, any other one after signing in.\n'
    : '';
  return `First start: keep these in a safe place (an administrator can change the codes under /admin/settings).
They are printed at each start until an administrator has signed in, and are in first-run.txt in the data folder.
${steps}
  Administrator e-mail     ${email}
  Administrator password   ${password}

  Access code              ${codes.accessCode}   (asked at registration)
  Player mode password     ${codes.playerModePassword}   (from the sign-in page to the player)
  Player exit code         ${codes.playerExitCode}   (leave the player)
  Player reset code        ${codes.playerResetCode}   (unpair the device from the options dialog)
  Device reset code        ${codes.deviceResetCode}   (typed instead of an activation code: clears the device)
`;
}
