/** Routes for the first steps, the setup of a new installation in the browser (contract/README 1.15). */
import type { Handlers } from '../../contract/api/index.ts';
import type { Exchange, UserActor } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import { cookieNames } from '../../platform/http/request/cookies.ts';
import { isLocalBrowser } from '../../platform/http/access/own-machine.ts';
import { createFirstSteps, type FirstStepsCaller, type FirstStepsDeps } from './first-steps.ts';

type FirstStepsKeys = 'GET /api/first-steps' | 'POST /api/first-steps' | 'DELETE /api/first-steps';

/** The longest lifetime that browsers allow for a cookie. The server decides when a session ends. */
const sessionCookieS = 400 * 86_400;

export function firstStepsRoutes(deps: FirstStepsDeps): Handlers<FirstStepsKeys> {
  const service = createFirstSteps(deps);

  const callerOf = (user: UserActor | undefined, exchange: Exchange): FirstStepsCaller => ({
    user,
    isAtThisMachine: isLocalBrowser(exchange),
    address: exchange.address,
    userAgent: exchange.headers['user-agent'],
    deviceToken: exchange.cookies[cookieNames.knownDevice],
  });

  return {
    'GET /api/first-steps': async ({ user, query, exchange }) => {
      // The check tries to write to the backup folder: a page of another site must not choose that folder.
      const isOwnPage = [undefined, 'same-origin', 'none'].includes(exchange.headers['sec-fetch-site']);
      const given =
        (await service.check(callerOf(user, exchange), isOwnPage ? query.backupDirectory : undefined)) ?? null;
      return { areOpen: given !== null, isNew: service.isNew(), given };
    },

    'POST /api/first-steps': async ({ user, body, exchange }) => {
      const { token, deviceToken, ...done } = await service.finish(callerOf(user, exchange), body);
      exchange.setCookie(cookieNames.session, token, { maxAgeS: sessionCookieS });
      exchange.setCookie(cookieNames.knownDevice, deviceToken, { maxAgeS: limits.knownDeviceDays * 86_400 });
      return done;
    },

    'DELETE /api/first-steps': ({ by }) => service.dismiss(by),
  };
}
