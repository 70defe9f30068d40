/** Codes that open the player's doors, what administrators set, and what needs their attention. */
import type { Handlers } from '../../contract/api.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { CodeName, Overview, Settings } from '../../contract/settings.ts';
import type { Database } from '../../platform/database.ts';
import type { Mail } from '../../platform/mail.ts';
import { type Throttle, throttleAddress } from '../../platform/throttle.ts';
import type { OverviewStore } from './overview-store.ts';
import type { SettingsStore } from './store.ts';

type SettingsKeys =
  | 'GET /api/admin/settings'
  | 'PATCH /api/admin/settings'
  | 'GET /api/admin/overview'
  | 'POST /api/player/mode-code'
  | 'POST /api/player/options-code';

export interface SettingsRoutesDeps {
  settings: SettingsStore;
  overview: OverviewStore;
  throttle: Throttle;
  mail: Pick<Mail, 'isConfigured' | 'from'>;
  version: string;
  disk(): Overview['disk'] | Promise<Overview['disk']>;
  /** Screens with a heartbeat within 45 s. */
  onlineCount(): number;
  publish: Publish;
  database: Database;
}

export function settingsRoutes(deps: SettingsRoutesDeps): Handlers<SettingsKeys> {
  const { settings, overview, throttle, mail, version, disk, onlineCount, publish, database } = deps;

  const answer = (): Settings => ({ codes: settings.codes(), mail: { isConfigured: mail.isConfigured, from: mail.from }, version });

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

    'PATCH /api/admin/settings': ({ body }) =>
      database.tx(() => {
        settings.changeCodes(body);
        publish('managers', { type: 'adminChanged', what: 'settings' });
        return answer();
      }),

    'GET /api/admin/overview': async () => {
      const { screens, ...counts } = overview.counts();
      return { ...counts, screens: { ...screens, online: onlineCount() }, disk: await disk() };
    },

    'POST /api/player/mode-code': ({ body, exchange }) => open('mode-code', 'playerModePassword', body.password, exchange.address),

    'POST /api/player/options-code': ({ body, exchange }) =>
      open('options-code', body.action === 'exit' ? 'playerExitCode' : 'playerResetCode', body.code, exchange.address),
  };
}
