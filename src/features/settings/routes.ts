/** Routes for the player's codes, the administrators' settings, and what needs their attention. */
import type { Handlers } from '../../contract/api/index.ts';
import type { Exchange, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { CodeName, Overview, Settings } from '../../contract/settings.ts';
import type { SampledLog } from '../../platform/log.ts';
import { cookieNames } from '../../platform/http/request/cookies.ts';
import { type Throttles, throttleAddress } from '../../platform/throttle.ts';
import type { Problem } from '../monitoring/health.ts';
import type { MailSettings } from './mail-settings.ts';
import type { OverviewStore } from './overview-store.ts';
import type { WebhookSettings } from './webhook-settings.ts';
import { createSettingsService, type SettingsServiceDeps } from './service.ts';

type SettingsKeys =
  | 'GET /api/admin/settings'
  | 'PATCH /api/admin/settings'
  | 'POST /api/admin/mail-test'
  | 'POST /api/admin/webhook-test'
  | 'GET /api/contact'
  | 'GET /api/admin/overview'
  | 'POST /api/player/mode-code'
  | 'POST /api/player/options-code';

/** Wrong codes of all unknown callers together, until all of them have to wait for one another. */
const crowdAtCode = 50;

interface SettingsRoutesDeps extends SettingsServiceDeps {
  overview: OverviewStore;
  throttles: Throttles;
  /** The screen that a device's cookie holds. */
  players: { playerIdOfCookie(deviceCookie: string | undefined): number | undefined };
  watch: SampledLog;
  mail: MailSettings;
  webhook: WebhookSettings;
  version: string;
  disk(): Overview['disk'] | Promise<Overview['disk']>;
  /** Returns the problems of the server itself. */
  problems(): Promise<readonly Problem[]>;
  /** Screens with a heartbeat within 45 s. */
  onlineCount(): number;
}

export function settingsRoutes(deps: SettingsRoutesDeps): Handlers<SettingsKeys> {
  const { settings, overview, throttles, players, watch, mail, webhook, log, version } = deps;
  const service = createSettingsService(deps);

  const response = (): Settings => ({
    codes: settings.codes(),
    requiresSecondFactor: settings.isSecondFactorRequired(),
    clinicName: settings.clinicName(),
    contact: settings.contact(),
    mail: mail.shown(),
    webhook: webhook.shown(),
    version,
    logLevel: log.level,
  });

  const actions = {
    'mode-code': throttles.action('mode-code', { crowdFailures: crowdAtCode }),
    'options-code': throttles.action('options-code', { crowdFailures: crowdAtCode }),
  };

  /** Every trial counts, sent or not: it must not flood a mailbox. */
  function countTrial(name: 'mail-test' | 'webhook-test', { userId }: UserActor, { address }: Exchange): void {
    const trials = throttles.action(name);
    const guess = { address: throttleAddress(address), subject: String(userId) };
    trials.check(guess);
    trials.failed(guess);
  }

  /** Throws forbidden for a wrong code. Failures count per action and address, those of a screen or a signed-in account for itself alone. */
  function open(
    action: keyof typeof actions,
    code: CodeName,
    given: string,
    { exchange, user }: { exchange: Exchange; user?: UserActor | undefined },
  ): { message: string } {
    const heldId = players.playerIdOfCookie(exchange.cookies[cookieNames.device]);
    // An account counts once for all of its browsers.
    const known = heldId === undefined ? user && `user ${user.userId}` : `screen ${heldId}`;
    const guess = { address: throttleAddress(exchange.address), known };
    actions[action].check(guess);
    if (!settings.isCode(code, given)) {
      actions[action].failed(guess);
      watch.warn('code refused', { door: action, address: exchange.address, playerId: heldId, userId: user?.userId });
      throw new AppError('forbidden', 'Código incorreto');
    }
    return { message: 'Código correto' };
  }

  return {
    'GET /api/admin/settings': () => response(),

    'PATCH /api/admin/settings': ({ body, by }) => {
      service.change(body, by);
      return response();
    },

    'GET /api/contact': () => settings.contact(),

    'POST /api/admin/mail-test': async ({ user, body, exchange }) => {
      countTrial('mail-test', user, exchange);
      await mail.test(body.to);
      return { message: `Email de teste enviado para ${body.to}` };
    },

    'POST /api/admin/webhook-test': async ({ user, exchange }) => {
      countTrial('webhook-test', user, exchange);
      await webhook.test();
      return { message: 'Aviso de teste enviado' };
    },

    'GET /api/admin/overview': async () => {
      const { screens, ...counts } = await overview.counts();
      const found = await deps.problems();
      return {
        ...counts,
        screens: { ...screens, online: deps.onlineCount() },
        disk: await deps.disk(),
        isBackupOverdue: found.some(({ kind }) => kind.startsWith('backup')),
        problems: found.map(({ sentence }) => sentence),
      };
    },

    'POST /api/player/mode-code': ({ body, ...caller }) =>
      open('mode-code', 'playerModePassword', body.password, caller),

    'POST /api/player/options-code': ({ body, ...caller }) =>
      open('options-code', body.action === 'exit' ? 'playerExitCode' : 'playerResetCode', body.code, caller),
  };
}
