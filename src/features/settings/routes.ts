/** Codes that open the player's doors, what administrators set, and what needs their attention. */
import type { Handlers } from '../../contract/api.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { CodeName, Overview, Settings } from '../../contract/settings.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Log } from '../../platform/log.ts';
import { type Throttle, throttleAddress } from '../../platform/throttle.ts';
import type { MailSettings } from './mail-settings.ts';
import type { OverviewStore } from './overview-store.ts';
import type { SettingsStore } from './store.ts';

type SettingsKeys =
  | 'GET /api/admin/settings'
  | 'PATCH /api/admin/settings'
  | 'POST /api/admin/mail-test'
  | 'GET /api/contact'
  | 'GET /api/admin/overview'
  | 'POST /api/player/mode-code'
  | 'POST /api/player/options-code';

export interface SettingsRoutesDeps {
  settings: SettingsStore;
  overview: OverviewStore;
  throttle: Throttle;
  mail: MailSettings;
  log: Pick<Log, 'level'>;
  version: string;
  disk(): Overview['disk'] | Promise<Overview['disk']>;
  /** Sentences about the server itself. */
  problems(): Promise<string[]>;
  /** Screens with a heartbeat within 45 s. */
  onlineCount(): number;
  publish: Publish;
  database: Database;
}

export function settingsRoutes(deps: SettingsRoutesDeps): Handlers<SettingsKeys> {
  const { settings, overview, throttle, mail, log, version, disk, problems, onlineCount, publish, database } = deps;

  const answer = (): Settings => ({
    codes: settings.codes(),
    contact: settings.contact(),
    mail: mail.shown(),
    version,
    logLevel: log.level,
  });

  /** Throws forbidden for a wrong code. Failures count per address and door. */
  function open(door: string, code: CodeName, given: string, address: string): { message: string } {
    const keys = [`${door}:address:${throttleAddress(address)}`];
    throttle.check(keys);
    if (!settings.isCode(code, given)) {
      throttle.failed(keys);
      throw new AppError('forbidden', 'Código incorreto');
    }
    return { message: 'Código correto' };
  }

  return {
    'GET /api/admin/settings': () => answer(),

    'PATCH /api/admin/settings': ({ body }) => {
      database.tx(() => {
        const { mail: mailPatch, contact, logLevel, ...codes } = body;
        settings.changeCodes(codes);
        if (contact) settings.changeContact({ name: contact.name, url: contact.address });
        if (mailPatch) mail.change(mailPatch);
        if (logLevel) database.afterCommit(() => (log.level = logLevel));
        publish('managers', { type: 'adminChanged', what: 'settings' });
      });
      return answer();
    },

    'GET /api/contact': () => settings.contact(),

    'POST /api/admin/mail-test': async ({ user, body }) => {
      // Every email counts, sent or not: this is no way to flood a mailbox.
      const keys = [`mail-test:account:${user.userId}`];
      throttle.check(keys);
      throttle.failed(keys);
      await mail.test(body.to);
      return { message: `Email de teste enviado para ${body.to}` };
    },

    'GET /api/admin/overview': async () => {
      const { screens, ...counts } = overview.counts();
      return {
        ...counts,
        screens: { ...screens, online: onlineCount() },
        disk: await disk(),
        problems: await problems(),
      };
    },

    'POST /api/player/mode-code': ({ body, exchange }) =>
      open('mode-code', 'playerModePassword', body.password, exchange.address),

    'POST /api/player/options-code': ({ body, exchange }) =>
      open('options-code', body.action === 'exit' ? 'playerExitCode' : 'playerResetCode', body.code, exchange.address),
  };
}
