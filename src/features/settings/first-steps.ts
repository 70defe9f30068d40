/**
 * The first steps in the browser (contract/README 1.15): who may make them, and all of them in one transaction. Until an
 * administrator has signed in a browser on this machine may; afterwards an administrator who is signed in.
 */
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { FirstStepsDone, FirstStepsInput } from '../../contract/first-steps.ts';
import { allZones } from '../../platform/time-zones.ts';
import { throttleAddress } from '../../platform/throttle.ts';
import type { AccountDeps } from '../accounts/deps.ts';
import type { SessionClient } from '../accounts/sign-in/session-store.ts';
import type { Account } from '../accounts/store.ts';
import type { BackupStore } from '../backups/backups.ts';
import type { ScreenService } from '../players/service.ts';
import { firstRunText } from './first-run.ts';

export interface FirstStepsDeps extends Pick<
  AccountDeps,
  | 'accounts'
  | 'sessions'
  | 'passwords'
  | 'knownDevices'
  | 'settings'
  | 'endSessionsBut'
  | 'reopenSockets'
  | 'audit'
  | 'watch'
  | 'publish'
  | 'database'
> {
  screens: Pick<ScreenService, 'create'>;
  backups: Pick<BackupStore, 'place'>;
  /** Throws invalid_input at `field` for a password that may not be taken. */
  assertGoodPassword(password: string, of: { field: string; isAdministrator: boolean; names: readonly string[] }): void;
  /** Writes `DATA_DIR/first-run.txt`, mode 0600, durably. */
  writeFirstRun(text: string): void;
  /** Something may stand between browsers and this server: nobody is known to sit at this machine. */
  isPerhapsBehindProxy: boolean;
  timeZone: string;
  /** Throws invalid_input for a zone that this server does not know. */
  chooseZone(account: { id: number; username: string }, zone: string, by: Author): void;
}

/** Caller of the first steps: on this machine, judged by its connection, and perhaps signed in. */
export interface FirstStepsCaller extends SessionClient {
  user: UserActor | undefined;
  isAtThisMachine: boolean;
  deviceToken: string | undefined;
}

/** Never what it was set to: the password is among it. */
const whatWasSet = ({ contact, timeZone, backupDirectory }: FirstStepsInput): string =>
  [
    'nome da clínica',
    ...(contact.name || contact.address ? ['contato'] : []),
    'nome, email e senha do administrador',
    ...(timeZone === null ? [] : ['fuso horário']),
    ...(backupDirectory === null ? [] : ['pasta dos backups']),
    'primeira tela',
  ].join(', ');

const namesIn = ({ username, email, clinicName }: FirstStepsInput): string[] => [username, email, clinicName ?? ''];

export function createFirstSteps(deps: FirstStepsDeps) {
  const { accounts, sessions, passwords, knownDevices, settings, screens, backups, publish, database } = deps;
  const { audit, watch } = deps;

  /**
   * The administrator of the first start, where the caller may make it his own; undefined for everybody else, other
   * administrators too: they would change an e-mail and a password without the present one. Once all is done: any one.
   */
  function administratorOf({ user, isAtThisMachine }: FirstStepsCaller): Account | undefined {
    const areOpen = settings.areFirstStepsOpen();
    if (user?.userType === 'admin') {
      const isTheirs = !areOpen || user.userId === settings.firstStepsAccount();
      const account = isTheirs ? accounts.find(user.userId) : undefined;
      return account?.status === 'approved' && sessions.isOpen(user.sessionHash) ? account : undefined;
    }
    const isUnclaimed = areOpen && settings.isFirstRunUnread() && isAtThisMachine && !deps.isPerhapsBehindProxy;
    return isUnclaimed ? accounts.find(settings.firstStepsAccount()) : undefined;
  }

  /** Throws not_found for whom it does not concern, as if there never were such a thing; conflict when all is done. */
  function administratorOrThrow(caller: FirstStepsCaller): Account {
    const account = administratorOf(caller);
    if (!account) throw new AppError('not_found');
    if (!settings.areFirstStepsOpen()) throw new AppError('conflict', 'Os primeiros passos já foram concluídos.');
    return account;
  }

  /** A session of this browser's own, the account's only one. Inside the transaction. */
  function enter({ id }: Account, caller: FirstStepsCaller): { token: string; deviceToken: string } {
    const own = caller.user?.userId === id ? caller.user.sessionHash : undefined;
    const person = { userId: id, memberId: null };
    sessions.endOthersOf(person, own ?? '');
    database.afterCommit(() => {
      deps.endSessionsBut(person, own ?? '');
      if (own !== undefined) deps.reopenSockets(own);
    });
    return {
      token: own === undefined ? sessions.start(person, caller) : sessions.renew(own),
      deviceToken: knownDevices.remember(caller.deviceToken, person),
    };
  }

  function forgetPrintedPassword(email: string): void {
    const password = '(chosen in the first steps)';
    try {
      deps.writeFirstRun(firstRunText({ email, password, codes: settings.codes(), hasFirstSteps: false }));
    } catch (error) {
      // What stands there opens nothing any more.
      watch.warn('first-run.txt keeps the old password', { error });
    }
  }

  return {
    /** Returns the initial values of the page, for `backupDirectory` if given; undefined where there is no such page. */
    async check(caller: FirstStepsCaller, backupDirectory?: string) {
      const account = settings.areFirstStepsOpen() ? administratorOf(caller) : undefined;
      return (
        account && {
          username: account.username,
          email: account.email,
          clinicName: settings.clinicName(),
          contact: settings.contact(),
          timeZone: deps.timeZone,
          zones: allZones(),
          backup: await backups.place.inspect(backupDirectory),
        }
      );
    },

    /**
     * Everything or nothing, and then never again. Returns the administrator, now signed in, and the first screen.
     * Throws not_found and conflict as above, conflict for an email or name that is taken, invalid_input for a password
     * or a folder that cannot be.
     */
    async finish(
      caller: FirstStepsCaller,
      input: FirstStepsInput,
    ): Promise<FirstStepsDone & { token: string; deviceToken: string }> {
      const { contact, username, email, password, backupDirectory, timeZone } = input;
      administratorOrThrow(caller);
      deps.assertGoodPassword(password, { field: 'password', isAdministrator: true, names: namesIn(input) });
      const hash = await passwords.hash(password, { address: throttleAddress(caller.address) });
      return database.tx(() => {
        // Somebody else may have been faster while the password was being hashed.
        const account = administratorOrThrow(caller);
        accounts.setIdentity(account.id, { username, email });
        accounts.setPassword(account.id, hash);
        settings.changeClinicName(input.clinicName);
        settings.changeContact({ name: contact.name, url: contact.address });
        const by = { userId: account.id, memberId: null, tokenId: null, name: username, address: caller.address };
        audit.record(by, 'settings.first_steps_done', { kind: 'settings', id: null, name: whatWasSet(input) });
        if (timeZone !== null) deps.chooseZone({ id: account.id, username }, timeZone, by);
        const [screen] = screens.create(account.id, 1, by, input.screenName);
        if (!screen) throw new Error('A screen was to be made');
        settings.markFirstRunRead();
        settings.closeFirstSteps();
        const tokens = enter(account, caller);
        publish('managers', { type: 'adminChanged', what: 'users' });
        publish('managers', { type: 'adminChanged', what: 'settings' });
        database.afterCommit(() => {
          forgetPrintedPassword(email);
          watch.info('first steps done', { account: email, address: caller.address });
        });
        // Last: a folder that was noted before a rollback would stay.
        if (backupDirectory !== null) backups.place.moveTo(backupDirectory);
        const { id, name, activationCode } = screen;
        const present = sessions.identify(tokens.token);
        if (!present) throw new AppError('unauthenticated');
        return { user: accounts.currentFor(present.actor), screen: { id, name, activationCode }, ...tokens };
      });
    },

    /** "Deixar para depois": the page is gone, and everything stays as it is. */
    putAside(by: Author): void {
      database.tx(() => {
        if (settings.areFirstStepsOpen())
          audit.record(by, 'settings.first_steps_put_aside', { kind: 'settings', id: null, name: 'primeiros passos' });
        settings.closeFirstSteps();
        publish('managers', { type: 'adminChanged', what: 'settings' });
      });
    },
  };
}
