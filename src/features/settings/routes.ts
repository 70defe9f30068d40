/** Routes for the player's codes, the administrators' settings and the overview of problems. */
import type { Handlers } from '../../contract/api/index.ts';
import type { Exchange, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { CodeName, Overview, Settings } from '../../contract/settings.ts';
import { yieldBetween } from '../../platform/clock.ts';
import type { SampledLog } from '../../platform/log.ts';
import { cookieNames } from '../../platform/http/request/cookies.ts';
import { type Throttles, networkOf } from '../../platform/throttle.ts';
import type { Problem } from '../monitoring/health.ts';
import type { ScreenViews } from '../players/views.ts';
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

/** Number of wrong codes from all unknown callers together, after which all of them have to wait. */
const sharedFailures = 50;

interface SettingsRoutesDeps extends SettingsServiceDeps {
  overview: OverviewStore;
  throttles: Throttles;
  /** Returns the id of the screen whose device has this cookie. */
  players: { playerIdOfCookie(deviceCookie: string | undefined): number | undefined };
  sampledLog: SampledLog;
  mail: MailSettings;
  webhook: WebhookSettings;
  version: string;
  disk(): Overview['disk'] | Promise<Overview['disk']>;
  /** Returns the problems of the server itself. */
  problems(): Promise<readonly Problem[]>;
  screenViews: Pick<ScreenViews, 'countForManagers'>;
  newerVersion(): string | null;
}

export function settingsRoutes(deps: SettingsRoutesDeps): Handlers<SettingsKeys> {
  const { settings, overview, screenViews, throttles, players, sampledLog, mail, webhook, log, version } = deps;
  const service = createSettingsService(deps);

  const settingsResponse = (): Settings => ({
    codes: settings.codes(),
    requiresSecondFactor: settings.isSecondFactorRequired(),
    clinicName: settings.clinicName(),
    contact: settings.contact(),
    mail: mail.masked(),
    webhook: webhook.masked(),
    version,
    logLevel: log.level,
  });

  const codeThrottles = {
    'mode-code': throttles.action('mode-code', { sharedFailures }),
    'options-code': throttles.action('options-code', { sharedFailures }),
  };

  /** Counts a test message, delivered or not. Throws too_many_requests after several, so that no mailbox is flooded. */
  function countTest(name: 'mail-test' | 'webhook-test', { userId }: UserActor, { address }: Exchange): void {
    const throttle = throttles.action(name);
    const attempt = { address: networkOf(address), subject: String(userId) };
    throttle.check(attempt);
    throttle.failed(attempt);
  }

  /**
   * Checks a code that somebody entered on a player. Throws forbidden for a wrong code, too_many_requests after several. Wrong
   * codes are counted for each screen and signed-in account, and for each address of other callers.
   */
  function checkCode(
    action: keyof typeof codeThrottles,
    code: CodeName,
    value: string,
    { exchange, user }: { exchange: Exchange; user?: UserActor | undefined },
  ): { message: string } {
    const playerId = players.playerIdOfCookie(exchange.cookies[cookieNames.device]);
    // All browsers of an account share one count.
    const knownCaller = playerId === undefined ? user && `user ${user.userId}` : `screen ${playerId}`;
    const guess = { address: networkOf(exchange.address), knownCaller };
    codeThrottles[action].check(guess);
    if (!settings.isCode(code, value)) {
      codeThrottles[action].failed(guess);
      sampledLog.warn('code refused', { action, address: exchange.address, playerId, userId: user?.userId });
      throw new AppError('forbidden', 'Código incorreto');
    }
    return { message: 'Código correto' };
  }

  return {
    'GET /api/admin/settings': () => settingsResponse(),

    'PATCH /api/admin/settings': ({ body, by }) => {
      service.change(body, by);
      return settingsResponse();
    },

    'GET /api/contact': () => settings.contact(),

    'POST /api/admin/mail-test': async ({ user, body, exchange }) => {
      countTest('mail-test', user, exchange);
      await mail.test(body.to);
      return { message: `Email de teste enviado para ${body.to}` };
    },

    'POST /api/admin/webhook-test': async ({ user, exchange }) => {
      countTest('webhook-test', user, exchange);
      await webhook.test();
      return { message: 'Aviso de teste enviado' };
    },

    'GET /api/admin/overview': async ({ user }) => {
      const counts = await overview.counts();
      const screens = await yieldBetween(screenViews.countForManagers({}));
      const problems = await deps.problems();
      return {
        ...counts,
        screens: { total: screens.count, online: screens.online, withProblems: screens.problems },
        disk: await deps.disk(),
        isBackupOverdue: problems.some(({ kind }) => kind.startsWith('backup')),
        newerVersion: user.userType === 'admin' ? deps.newerVersion() : null,
        problems: problems.map(({ sentence }) => sentence),
      };
    },

    'POST /api/player/mode-code': ({ body, ...caller }) =>
      checkCode('mode-code', 'playerModePassword', body.password, caller),

    'POST /api/player/options-code': ({ body, ...caller }) =>
      checkCode('options-code', body.action === 'exit' ? 'playerExitCode' : 'playerResetCode', body.code, caller),
  };
}
