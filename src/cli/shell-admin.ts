/** Changes accounts and codes from the command line, for people who cannot sign in. A running server applies them at once. */
import { email as emailInput, registration, username as usernameInput } from '../contract/accounts/accounts.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { Codes } from '../contract/settings.ts';
import { yieldBetween } from '../platform/clock.ts';
import type { Database } from '../platform/storage/database.ts';
import { generateCode, generatePassword } from '../platform/random.ts';
import { profileNames, targetOf } from '../features/accounts/administration/rules.ts';
import { passwordDefect } from '../features/accounts/passwords/rules.ts';
import { type Audit, shellAuthor } from '../features/audit/audit.ts';
import { createRevocation, type RevocationDeps } from '../features/accounts/administration/revocation.ts';
import type { Passwords } from '../features/accounts/passwords/passwords.ts';
import { ownerOf } from '../features/accounts/people/person-store.ts';
import type { SecondFactorStore } from '../features/accounts/sign-in/second-factor-store.ts';
import type { SessionStore } from '../features/accounts/sign-in/session-store.ts';
import type { AccountStore } from '../features/accounts/store.ts';
import type { SettingsStore } from '../features/settings/store.ts';
import { CommandError } from '../platform/process/failures.ts';

export interface ShellAdminDeps extends Omit<RevocationDeps, 'publish'> {
  database: Database;
  accounts: Pick<AccountStore, 'list' | 'findByEmail' | 'create' | 'setPassword' | 'setProfile' | 'setStatus'>;
  sessions: Pick<SessionStore, 'endAllOf'>;
  settings: Pick<SettingsStore, 'codes' | 'changeCodes' | 'stopPrintingFirstSecrets'>;
  passwords: Pick<Passwords, 'hash'>;
  audit: Pick<Audit, 'record'>;
  secondFactors: Pick<SecondFactorStore, 'remove'>;
}

const generatedPasswordLength = 16;
const generatedCodeLength = 8;

export function createShellAdmin(deps: ShellAdminDeps) {
  const { database, accounts, sessions, settings, passwords, audit } = deps;
  // This process has no sockets to publish to. Open studios notice at their next request, because their sessions have ended.
  const revoke = createRevocation({ ...deps, publish: () => {} });
  return {
    list: () => yieldBetween(accounts.list({})),

    /**
     * Creates an approved administrator, or gives an existing one a new password, approves it and ends its sessions.
     * - `username`: by default derived from the e-mail; an existing account keeps its username, and a different one is an error
     * - `password`: by default generated
     * - `promotes`: must be true to make an existing account of another profile an administrator
     * Returns the password. Throws CommandError for invalid values, a taken username, or a missing `promotes`.
     */
    async setAdministrator(options: { email: string; username?: string; password?: string; promotes?: boolean }) {
      const email = validated(
        emailInput,
        options.email,
        `The studio accepts no e-mail address like ${JSON.stringify(options.email)}.`,
      );
      const { min, max } = limits.username;
      const username = validated(
        usernameInput,
        options.username ?? usernameFrom(email),
        `The username needs ${min} to ${max} characters that people can see.`,
      );
      const password = validPassword(options.password, { isAdministrator: true });
      const hash = await passwords.hash(password);
      return database.tx(() => {
        const existing = accounts.findByEmail(email);
        if (!existing) {
          try {
            const id = accounts.create({
              username,
              email,
              password: hash,
              profile: { role: 'admin', userType: 'admin' },
              status: 'approved',
            });
            audit.record(shellAuthor, 'account.created', targetOf({ id, username }));
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            throw new CommandError(`Somebody has the username ${username} already. Give another with --username.`);
          }
          settings.stopPrintingFirstSecrets();
          return { password, wasCreated: true, revoked: { tokens: 0, invitations: 0 } };
        }
        // This command never renames an account.
        if (options.username !== undefined && username !== existing.username)
          throw new CommandError(`${email} has the username ${existing.username} already. Leave out --username.`);
        if (existing.userType !== 'admin' && !options.promotes)
          throw new CommandError(
            `${email} is the account of ${existing.username}, who is no administrator. For a new password only: admin password --email ${email}. To make it an administrator: admin set --email ${email} --administrator.`,
          );
        settings.stopPrintingFirstSecrets();
        accounts.setPassword(existing.id, hash);
        accounts.setProfile(existing.id, { role: 'admin', userType: 'admin' });
        accounts.setStatus(existing.id, 'approved');
        if (existing.userType !== 'admin')
          audit.record(shellAuthor, 'account.profile_changed', targetOf(existing), {
            changes: { Perfil: [profileNames[existing.userType], profileNames.admin] },
          });
        audit.record(shellAuthor, 'account.password_set', targetOf(existing));
        const revoked = revoke(existing, shellAuthor);
        sessions.endAllOf(existing.id);
        return { password, wasCreated: false, revoked };
      });
    },

    /** Sets an account's password; ends its sessions, API tokens and open invitations. Throws CommandError for wrong values. */
    async setPassword(options: { email: string; password?: string }) {
      const email = options.email.trim().toLowerCase();
      const isAdministrator = accounts.findByEmail(email)?.userType === 'admin';
      const password = validPassword(options.password, { isAdministrator });
      const hash = await passwords.hash(password);
      const revoked = database.tx(() => {
        const existing = accountOf(accounts, email);
        if (existing.userType === 'admin') settings.stopPrintingFirstSecrets();
        accounts.setPassword(existing.id, hash);
        audit.record(shellAuthor, 'account.password_set', targetOf(existing));
        sessions.endAllOf(existing.id);
        return revoke(existing, shellAuthor);
      });
      return { password, revoked };
    },

    removeSecondFactor: (options: { email: string }) => removeSecondFactor(deps, options.email),

    codes: (): Codes => settings.codes(),

    /** Replaces the codes with these names (none: all codes). Returns all codes. Throws CommandError for an unknown name. */
    rotateCodes(names: readonly string[]): Codes {
      const validNames = Object.keys(settings.codes());
      const unknownName = names.find((name) => !validNames.includes(name));
      if (unknownName !== undefined)
        throw new CommandError(`There is no code "${unknownName}". The codes are ${validNames.join(', ')}.`);
      const rotated = names.length > 0 ? names : validNames;
      return database.tx(() => {
        settings.stopPrintingFirstSecrets();
        audit.record(shellAuthor, 'settings.changed', { kind: 'settings', id: null, name: rotated.join(', ') });
        return settings.changeCodes(
          Object.fromEntries(rotated.map((name) => [name, generateCode(generatedCodeLength)])),
        );
      });
    },
  };
}

function accountOf(accounts: ShellAdminDeps['accounts'], typedEmail: string) {
  const email = typedEmail.trim().toLowerCase();
  const account = accounts.findByEmail(email);
  if (!account) throw new CommandError(`There is no account ${email}. admin list shows them.`);
  return account;
}

/** Removes an account's second factor. Throws CommandError if there is no such account or it has no second factor. */
function removeSecondFactor({ database, accounts, secondFactors, audit }: ShellAdminDeps, email: string): void {
  database.tx(() => {
    const account = accountOf(accounts, email);
    if (!secondFactors.remove(ownerOf(account))) throw new CommandError(`${account.email} has no second factor.`);
    audit.record(shellAuthor, 'account.second_factor_removed', targetOf(account));
  });
}

function validPassword(chosen: string | undefined, owner: { isAdministrator: boolean }): string {
  const { min, max, administratorMin } = limits.password;
  const password = validated(
    registration.shape.password,
    chosen ?? generatePassword(generatedPasswordLength),
    `The password needs ${min} to ${max} characters, not only spaces.`,
  );
  if (passwordDefect(password, owner))
    throw new CommandError(
      `The password needs ${owner.isAdministrator ? administratorMin : min} characters and must not be one of the most common.`,
    );
  return password;
}

/** Returns the value as the schema cleans it. Throws CommandError with the text `refusal` if the value is invalid. */
function validated(
  schema: typeof emailInput | typeof usernameInput | typeof registration.shape.password,
  value: string,
  refusal: string,
): string {
  const { data } = schema.safeParse(value);
  if (data === undefined) throw new CommandError(refusal);
  return data;
}

/** Returns the first 24 characters before the @ as a username; with the prefix `admin-` if they are fewer than three. */
function usernameFrom(email: string): string {
  const name = (email.split('@')[0] ?? '').slice(0, 24);
  return name.length < 3 ? `admin-${name}` : name;
}
