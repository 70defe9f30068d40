/** Routes for pairing with a code on the TV (contract/README 9.9): the device's requests, and those of its future owner. */
import type { Handlers } from '../../../contract/api/index.ts';
import type { UserActor } from '../../../contract/endpoint.ts';
import { notFound } from '../../../contract/errors.ts';
import { cookieNames } from '../../../platform/http/request/cookies.ts';
import type { SampledLog } from '../../../platform/log.ts';
import { type Throttles, networkOf } from '../../../platform/throttle.ts';
import { describeDevice } from '../device-description.ts';
import { deviceCookieMaxAgeS, deviceInfoText } from '../device-routes.ts';
import type { DeviceCookies } from './device-cookies.ts';
import { createPairingService, type PairingServiceDeps, secondsLeft } from './service.ts';
import type { ScreenViews } from '../views.ts';

export type PairingRoutesDeps = PairingServiceDeps & {
  throttles: Throttles;
  sampledLog: SampledLog;
  views: Pick<ScreenViews, 'forOwner'>;
  deviceCookies: DeviceCookies;
};

export function pairingRoutes(deps: PairingRoutesDeps) {
  const { players, throttles, sampledLog, views, clock } = deps;
  const pairing = createPairingService(deps);
  const throttleFor = { code: throttles.action('pairing'), secret: throttles.action('pairing-secret') };

  /**
   * Returns the request of the device that shows a code. Throttles each user's guesses separately, because only signed-in users look up
   * codes. Throws not_found and too_many_requests.
   */
  function openOrThrow(user: UserActor, typed: string, address: string) {
    const guess = { address: '', knownCaller: `user ${user.userId}` };
    throttleFor.code.check(guess);
    const request = pairing.findOpen(typed.trim().toUpperCase());
    if (request) return request;
    throttleFor.code.failed(guess);
    sampledLog.warn('code refused', { action: 'pairing', account: user.email, address });
    throw notFound('pairing');
  }

  return {
    'POST /api/player/pairing': ({ body, exchange }) => {
      const device = { info: deviceInfoText(body.deviceInfo), address: networkOf(exchange.address) };
      const { expiresAt, ...offer } = pairing.offer(body.secret, device);
      return {
        ...offer,
        expiresAt: new Date(expiresAt).toISOString(),
        expiresInS: secondsLeft(expiresAt, clock.now()),
      };
    },

    'POST /api/player/pairing/poll': ({ body, exchange, by }) => {
      const outcome = pairing.poll(body.secret, players.playerIdOfCookie(exchange.cookies[cookieNames.device]), by);
      if (outcome === 'waiting') return { status: 'waiting' };
      if (typeof outcome === 'object') {
        const { deviceCookie, ...session } = outcome;
        exchange.setStatus(200);
        exchange.setCookie(cookieNames.device, deps.deviceCookies.seal(deviceCookie, session), {
          maxAgeS: deviceCookieMaxAgeS,
        });
        return session;
      }
      // An expired code is not a guess: a TV may poll late.
      if (outcome === 'unknown') {
        const guess = { address: networkOf(exchange.address) };
        throttleFor.secret.check(guess);
        throttleFor.secret.failed(guess);
      }
      throw notFound('pairing');
    },

    'GET /api/pairing/:code': ({ user, params, exchange }) => {
      const { code, checkDigits, expiresAt, deviceInfo, address } = openOrThrow(user, params.code, exchange.address);
      return {
        code,
        checkDigits,
        expiresAt: new Date(expiresAt).toISOString(),
        device: { ...describeDevice(deviceInfo), address },
      };
    },

    'POST /api/pairing/:code/claim': ({ user, params, body, exchange, by }) => {
      const { code } = openOrThrow(user, params.code, exchange.address);
      const playerId = pairing.claim(user.userId, code, body, by);
      const logFields = { account: user.email, address: exchange.address, playerId, replace: body.replace };
      sampledLog.info('screen claimed', logFields);
      return views.forOwner(players.findOrThrow(playerId));
    },
  } satisfies Partial<Handlers>;
}
