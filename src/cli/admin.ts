/** The `admin` command: repairs accounts and codes for people who cannot sign in any more. */
import type { Revoked } from '../contract/accounts/accounts.ts';
import { readConfig } from '../config.ts';
import { createAudit } from '../features/audit/audit.ts';
import { createPasswords } from '../features/accounts/passwords/passwords.ts';
import { createSecondFactorStore } from '../features/accounts/sign-in/second-factor-store.ts';
import { createSessionStore } from '../features/accounts/sign-in/session-store.ts';
import { createAccountStore } from '../features/accounts/store.ts';
import { createSettingsStore } from '../features/settings/store.ts';
import { createMemberStore } from '../features/team/member-store.ts';
import { createApiTokenStore } from '../features/team/token-store.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { migrationsDir } from '../platform/process/assets.ts';
import { CommandError } from '../platform/process/failures.ts';
import { Database } from '../platform/storage/database.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import { missingMigrations } from '../platform/storage/migrate.ts';
import { createThrottles } from '../platform/throttle.ts';
import { createShellAdmin } from './shell-admin.ts';
import { switchToDataOwner } from './folders.ts';
import { readOptions, textOf, UsageError } from './usage.ts';

/** Describes the tokens and invitations revoked with the old password. */
const revokedText = ({ tokens, invitations }: Revoked): string =>
  tokens + invitations > 0 ? `, and so are ${tokens} API tokens and ${invitations} invitations` : '';

/** Throws UsageError when --email is missing. */
function emailOf(values: { email?: string | boolean }, command: string): string {
  const email = textOf(values.email);
  if (email === undefined) throw new UsageError(`admin ${command} needs --email.`);
  return email;
}

/** Runs the command. Returns the exit code. */
export async function admin([command, ...args]: string[]): Promise<number> {
  const dataDir = switchToDataOwner(readConfig().dataDir);
  const database = new Database(dataFolder(dataDir).database);
  const passwords = createPasswords();
  try {
    if (missingMigrations(database, migrationsDir).length > 0)
      throw new CommandError(
        'The database is older than this program: start the server once, then run this command again.',
      );
    const settings = createSettingsStore(database, clock);
    const shell = createShellAdmin({
      database,
      settings,
      passwords,
      apiTokens: createApiTokenStore(database, clock, {
        throttles: createThrottles({ clock }),
        // This log is only for refused tokens, and no command checks a token.
        sampledLog: { warn: () => undefined },
      }),
      members: createMemberStore(database, clock),
      audit: createAudit(database, clock),
      secondFactors: createSecondFactorStore(database, clock),
      accounts: createAccountStore(database, clock),
      sessions: createSessionStore(database, clock, settings),
    });
    switch (command) {
      case 'list':
        readOptions(args, {});
        for (const { id, email, username, userType, status } of await shell.list())
          console.log(`${id}  ${email}  ${username}  ${userType}  ${status}`);
        return 0;
      case 'set': {
        const { values } = readOptions(args, {
          email: { type: 'string' },
          username: { type: 'string' },
          password: { type: 'string' },
          administrator: { type: 'boolean' },
        });
        const email = emailOf(values, command);
        const { password, wasCreated, revoked } = await shell.setAdministrator({
          email,
          username: textOf(values.username),
          password: textOf(values.password),
          promotes: values.administrator === true,
        });
        console.log(
          `${email} is an administrator${wasCreated ? ' (new account)' : `; its sessions are ended${revokedText(revoked)}`}. Password: ${password}`,
        );
        return 0;
      }
      case 'password': {
        const { values } = readOptions(args, { email: { type: 'string' }, password: { type: 'string' } });
        const email = emailOf(values, command);
        const { password, revoked } = await shell.setPassword({ email, password: textOf(values.password) });
        console.log(`The sessions of ${email} are ended${revokedText(revoked)}. Password: ${password}`);
        return 0;
      }
      case 'second-factor-off': {
        const { values } = readOptions(args, { email: { type: 'string' } });
        const email = emailOf(values, command);
        shell.removeSecondFactor({ email });
        console.log(`${email} signs in with the password alone.`);
        return 0;
      }
      case 'codes':
      case 'rotate-codes': {
        const { positionals } = readOptions(args, {}, command === 'rotate-codes');
        const codes = command === 'codes' ? shell.codes() : shell.rotateCodes(positionals);
        for (const [name, code] of Object.entries(codes)) console.log(`${name.padEnd(20)} ${code}`);
        return 0;
      }
      default:
        throw new UsageError(
          'The commands of admin are list, set, password, second-factor-off, codes and rotate-codes.',
        );
    }
  } finally {
    await passwords.close();
    database.close();
  }
}
