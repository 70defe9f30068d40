/** The first start with an empty database: an administrator and five codes, given or generated. */
import type { CodeName, Codes } from '../../contract/settings.ts';
import { limits } from '../../contract/limits.ts';
import { ShellError } from '../../platform/process/failures.ts';
import type { Database } from '../../platform/storage/database.ts';
import { generateCode, generatePassword } from '../../platform/random.ts';
import type { Passwords } from '../accounts/passwords/passwords.ts';
import type { AccountStore } from '../accounts/store.ts';
import { codeNames, type SettingsStore } from './store.ts';

/** Given values, already validated by config.ts: by the rules of a registration, no two codes equal. */
export interface FirstRunValues {
  adminEmail?: string;
  adminPassword?: string;
  adminUsername: string;
  codes: { [Name in CodeName]?: string | undefined };
}

interface FirstRunDeps {
  accounts: Pick<AccountStore, 'isEmpty' | 'create'>;
  settings: Pick<SettingsStore, 'codes' | 'changeCodes' | 'isFirstRunUnread' | 'markFirstRunUnread' | 'openFirstSteps'>;
  passwords: Pick<Passwords, 'hash'>;
  /** Why a password may not be taken. */
  passwordDefect(password: string, of: { isAdministrator: boolean }): string | undefined;
  /** Writes `DATA_DIR/first-run.txt`, mode 0600, durably. */
  write(text: string): void | Promise<void>;
  /** Returns the written text; undefined when the file is gone. */
  read(): string | undefined;
  database: Database;
}

const defaultEmail = 'admin@antessala.local';
const generatedPasswordLength = 16;
const generatedCodeLength = 8;

/**
 * Returns what to print, or undefined once an administrator has signed in. Codes that a later version added, or that
 * somebody deleted, are generated at any start. The file is written before the commit: a password that nobody was told
 * would be lost.
 */
export async function firstRun(
  given: FirstRunValues,
  { accounts, settings, passwords, passwordDefect, write, read, database }: FirstRunDeps,
): Promise<string | undefined> {
  const present = settings.codes();
  const isFirst = accounts.isEmpty();
  const codes = completeCodes(isFirst ? { ...blankless(present), ...blankless(given.codes) } : present);
  const missing = Object.fromEntries(
    codeNames.filter((name) => codes[name] !== present[name]).map((name) => [name, codes[name]]),
  );
  if (!isFirst) {
    if (Object.keys(missing).length > 0) settings.changeCodes(missing);
    // A text with a code that is no longer so helps nobody.
    return Object.keys(missing).length === 0 && settings.isFirstRunUnread() ? read() : undefined;
  }

  const email = given.adminEmail ?? defaultEmail;
  const password = given.adminPassword ?? generatePassword(generatedPasswordLength);
  // Asked here and not with the configuration: an installation that has long begun must start with what it once was given.
  if (passwordDefect(password, { isAdministrator: true }))
    throw new ShellError(
      `ADMIN_PASSWORD: needs ${limits.password.administratorMin} characters or more, and none of the most common passwords`,
    );
  // Who gave the administrator by the environment has made the first steps already, and scripts sign in at once.
  const hasFirstSteps = given.adminEmail === undefined && given.adminPassword === undefined;
  const shownPassword = given.adminPassword === undefined ? password : '(as given in ADMIN_PASSWORD)';
  const text = firstRunText({ email, password: shownPassword, codes, hasFirstSteps });
  const hash = await passwords.hash(password);
  await write(text);
  database.tx(() => {
    const id = accounts.create({
      username: given.adminUsername,
      email,
      password: hash,
      profile: { role: 'admin', userType: 'admin' },
      status: 'approved',
    });
    settings.changeCodes(missing);
    settings.markFirstRunUnread();
    if (hasFirstSteps) settings.openFirstSteps(id);
  });
  return text;
}

const blankless = (codes: FirstRunValues['codes']) =>
  Object.fromEntries(Object.entries(codes).filter(([, code]) => code));

/** Generates what is missing, nothing twice. */
function completeCodes(given: FirstRunValues['codes']): Codes {
  const known = codeNames.flatMap((name) => given[name] || []);
  const taken = new Set(known);
  const generate = () => {
    let code = generateCode(generatedCodeLength);
    while (taken.has(code)) code = generateCode(generatedCodeLength);
    taken.add(code);
    return code;
  };
  return Object.fromEntries(codeNames.map((name) => [name, given[name] || generate()])) as Codes;
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
They are told at each start until an administrator has signed in, and stand in first-run.txt in the data folder.
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
