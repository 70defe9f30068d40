/**
 * Runs the first steps, the setup of a new installation in the browser (contract/README 1.15), in one transaction. Until an
 * administrator has signed in, any browser on this machine may run them; afterwards the first start's administrator must sign in.
 */
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { FirstStepsDone, FirstStepsInput } from '../../contract/first-steps.ts';
import { networkOf } from '../../platform/throttle.ts';
import type { AccountDeps } from '../accounts/deps.ts';
import type { SessionClient } from '../accounts/sign-in/session-store.ts';
import type { Account } from '../accounts/store.ts';
import type { BackupService } from '../backups/backups.ts';
import type { ScreenService } from '../players/service.ts';
import { firstRunText } from './first-run.ts';

export interface FirstStepsDeps extends Pick<
  AccountDeps,
  | 'accounts'
  | 'sessions'
  | 'passwords'
  | 'knownDevices'
  | 'settings'
  | 'closeOtherSockets'
  | 'reopenSockets'
  | 'audit'
  | 'sampledLog'
  | 'publish'
  | 'database'
> {
  screens: Pick<ScreenService, 'create'>;
  backups: Pick<BackupService, 'location'>;
  /** Throws invalid_input for a bad password, such as one made of `names`. `field`: name of the request's field. */
  assertGoodPassword(
    password: string,
    owner: { field: string; isAdministrator: boolean; names: readonly string[] },
  ): void;
  /** Writes `DATA_DIR/first-run.txt`, mode 0600, durably. */
  writeFirstRun(text: string): void;
  /** True if there may be a proxy: requests from this machine may then come from other machines. */
  mayBeBehindProxy: boolean;
  timeZone: string;
  /** Throws invalid_input for an unknown zone. */
  chooseZone(account: { id: number; username: string }, zone: string, by: Author): void;
}

/** Caller of the first steps. `isAtThisMachine`: the connection and the host name are this machine's. */
export interface FirstStepsCaller extends SessionClient {
  user: UserActor | undefined;
  isAtThisMachine: boolean;
  deviceToken: string | undefined;
}

/** Returns the names of the settings for the audit log. The log gets no values, because one of them is the password. */
const settingNames = ({ contact, timeZone, backupDirectory }: FirstStepsInput): string =>
  [
    'nome da clínica',
    ...(contact.name || contact.address ? ['contato'] : []),
    'nome, email e senha do administrador',
    ...(timeZone === null ? [] : ['fuso horário']),
    ...(backupDirectory === null ? [] : ['pasta dos backups']),
    'primeira tela',
  ].join(', ');

const namesIn = ({ username, email, clinicName }: FirstStepsInput): string[] => [username, email, clinicName ?? ''];

/** True until an administrator has signed in to a new installation, or somebody has set it up. */
const isNew = (settings: FirstStepsDeps['settings']): boolean =>
  settings.areFirstStepsOpen() && settings.isPrintingFirstSecrets();

export function createFirstSteps(deps: FirstStepsDeps) {
  const { accounts, sessions, passwords, knownDevices, settings, screens, backups, publish, database } = deps;
  const { audit, sampledLog } = deps;

  /**
   * Returns the administrator for whom the caller may run the first steps; else undefined. While they are open, that is the
   * administrator of the first start, if the caller is signed in as that administrator, or is at this machine before any has
   * signed in. Other administrators may not, because the first steps set a password without asking for the current one. When they
   * are closed, returns any signed-in administrator, so that `administratorOrThrow` can tell that they are closed.
   */
  function administratorOf({ user, isAtThisMachine }: FirstStepsCaller): Account | undefined {
    const areOpen = settings.areFirstStepsOpen();
    if (user?.userType === 'admin') {
      const isAllowed = !areOpen || user.userId === settings.firstStepsAccount();
      const account = isAllowed ? accounts.find(user.userId) : undefined;
      return account?.status === 'approved' && sessions.isOpen(user.sessionHash) ? account : undefined;
    }
    if (!isNew(settings) || !isAtThisMachine || deps.mayBeBehindProxy) return undefined;
    return accounts.find(settings.firstStepsAccount());
  }

  /** Returns the administrator. Throws not_found for other callers, conflict when the first steps are done. */
  function administratorOrThrow(caller: FirstStepsCaller): Account {
    const account = administratorOf(caller);
    if (!account) throw new AppError('not_found');
    if (!settings.areFirstStepsOpen()) throw new AppError('conflict', 'Os primeiros passos já foram concluídos.');
    return account;
  }

  /** Starts or renews this browser's session and ends the account's other sessions. Must be called inside a transaction. */
  function startOnlySession({ id }: Account, caller: FirstStepsCaller): { token: string; deviceToken: string } {
    const ownHash = caller.user?.userId === id ? caller.user.sessionHash : undefined;
    const person = { userId: id, memberId: null };
    sessions.endOthersOf(person, ownHash ?? '');
    database.afterCommit(() => {
      deps.closeOtherSockets(person, ownHash ?? '');
      if (ownHash !== undefined) deps.reopenSockets(ownHash);
    });
    return {
      token: ownHash === undefined ? sessions.start(person, caller) : sessions.renew(ownHash),
      deviceToken: knownDevices.remember(caller.deviceToken, person),
    };
  }

  function removePasswordFromFirstRun(email: string): void {
    const password = '(chosen in the first steps)';
    try {
      deps.writeFirstRun(firstRunText({ email, password, codes: settings.codes(), hasFirstSteps: false }));
    } catch (error) {
      // It is enough to log this: the password in the file is no longer valid.
      sampledLog.warn('first-run.txt keeps the old password', { error });
    }
  }

  return {
    isNew: () => isNew(settings),
    /**
     * Returns the initial values of the page, and the result of a check of `backupDirectory` or else of the current folder;
     * undefined if the first steps are closed or the caller may not run them.
     */
    async check(caller: FirstStepsCaller, backupDirectory?: string) {
      const account = settings.areFirstStepsOpen() ? administratorOf(caller) : undefined;
      return (
        account && {
          username: account.username,
          email: account.email,
          clinicName: settings.clinicName(),
          contact: settings.contact(),
          timeZone: deps.timeZone,
          backup: await backups.location.inspect(backupDirectory),
        }
      );
    },

    /**
     * Runs the first steps, all or none of them, once. Returns the administrator, now signed in, and the first screen.
     * Throws not_found and conflict as `administratorOrThrow` does, conflict for a taken e-mail or name, invalid_input for a
     * bad password, an unknown time zone or an unusable folder.
     */
    async finish(
      caller: FirstStepsCaller,
      input: FirstStepsInput,
    ): Promise<FirstStepsDone & { token: string; deviceToken: string }> {
      const { contact, username, email, password, backupDirectory, timeZone } = input;
      administratorOrThrow(caller);
      deps.assertGoodPassword(password, { field: 'password', isAdministrator: true, names: namesIn(input) });
      const hash = await passwords.hash(password, { address: networkOf(caller.address) });
      return database.tx(() => {
        // The first steps may have been done from another browser while the password was being hashed.
        const account = administratorOrThrow(caller);
        accounts.setIdentity(account.id, { username, email });
        accounts.setPassword(account.id, hash);
        settings.changeClinicName(input.clinicName);
        settings.changeContact({ name: contact.name, url: contact.address });
        const by = { userId: account.id, memberId: null, tokenId: null, name: username, address: caller.address };
        audit.record(by, 'settings.first_steps_done', { kind: 'settings', id: null, name: settingNames(input) });
        if (timeZone !== null) deps.chooseZone({ id: account.id, username }, timeZone, by);
        const [screen] = screens.create(account.id, 1, by, input.screenName);
        if (!screen) throw new Error('A screen was to be made');
        settings.stopPrintingFirstSecrets();
        settings.closeFirstSteps();
        const tokens = startOnlySession(account, caller);
        publish('managers', { type: 'adminChanged', what: 'users' });
        publish('managers', { type: 'adminChanged', what: 'settings' });
        database.afterCommit(() => {
          removePasswordFromFirstRun(email);
          sampledLog.info('first steps done', { account: email, address: caller.address });
        });
        // The folder is changed last, because a rollback would not change it back.
        if (backupDirectory !== null) backups.location.moveTo(backupDirectory);
        const { id, name, activationCode } = screen;
        const session = sessions.identify(tokens.token);
        if (!session) throw new AppError('unauthenticated');
        return { user: accounts.currentFor(session.actor), screen: { id, name, activationCode }, ...tokens };
      });
    },

    /** Dismisses the first steps permanently, without changing any setting ("Deixar para depois"). */
    dismiss(by: Author): void {
      database.tx(() => {
        if (settings.areFirstStepsOpen())
          audit.record(by, 'settings.first_steps_put_aside', { kind: 'settings', id: null, name: 'primeiros passos' });
        settings.closeFirstSteps();
        publish('managers', { type: 'adminChanged', what: 'settings' });
      });
    },
  };
}
