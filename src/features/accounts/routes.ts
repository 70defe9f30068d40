/** Signing in and up, and the own account. The administration of accounts is in admin-routes.ts. */
import type { Handlers } from '../../contract/api.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { cookieNames } from '../../platform/http/cookies.ts';
import { allZones } from '../../platform/time-zones.ts';
import { deviceWords } from './device-words.ts';
import { type AccountServiceDeps, createAccountService } from './service.ts';
import { createOwnAccount, type OwnAccountDeps } from './own-account.ts';
import { createSpaceRequests, type SpaceRequestsDeps } from './space-requests.ts';

type AccountKeys =
  | 'GET /api/user'
  | 'GET /api/user/me'
  | 'POST /api/user/space-request'
  | 'PUT /api/user/password'
  | 'GET /api/time-zones'
  | 'PUT /api/user/time-zone'
  | 'GET /api/user/sessions'
  | 'DELETE /api/user/sessions'
  | 'DELETE /api/user/sessions/:key'
  | 'POST /api/login'
  | 'POST /api/register/validate-code'
  | 'POST /api/register'
  | 'POST /api/logout';

/** The server decides when a session ends; browsers keep a cookie no longer than this. */
const sessionCookieS = 400 * 86_400;

export function accountRoutes(deps: AccountServiceDeps & SpaceRequestsDeps & OwnAccountDeps): Handlers<AccountKeys> {
  const { accounts, sessions } = deps;
  const service = createAccountService(deps);
  const spaceRequests = createSpaceRequests(deps);
  const own = createOwnAccount(deps);

  return {
    'GET /api/user': ({ user }) => accounts.currentFor(user),

    'GET /api/user/me': ({ user }) => accounts.usage(user.userId),

    'POST /api/user/space-request': ({ user }) => spaceRequests.ask(user.userId),

    'PUT /api/user/password': async ({ user, body, exchange }) => {
      const { address, cookies } = exchange;
      const token = await own.changePassword(user, body, { address, deviceToken: cookies[cookieNames.knownDevice] });
      exchange.setCookie(cookieNames.session, token, { maxAgeS: sessionCookieS });
    },

    'GET /api/time-zones': () => ({ zones: allZones() }),

    'PUT /api/user/time-zone': ({ user, body }) => {
      own.chooseTimeZone(user, body.timeZone);
      return accounts.currentFor(user);
    },

    'GET /api/user/sessions': ({ user }) =>
      own.sessions(user).map(({ sessionHash, userAgent, createdAt, lastSeenAt, ...session }) => ({
        ...session,
        isCurrent: sessionHash === user.sessionHash,
        device: deviceWords(userAgent),
        createdAt: new Date(createdAt).toISOString(),
        lastSeenAt: new Date(lastSeenAt).toISOString(),
      })),

    'DELETE /api/user/sessions': ({ user }) => ({ ended: own.endOtherSessions(user) }),

    'DELETE /api/user/sessions/:key': ({ user, params }) => own.endSession(user, params.key),

    'POST /api/login': async ({ body, exchange }) => {
      const { address, cookies, headers } = exchange;
      const { token, deviceToken } = await service.signIn(body, {
        address,
        userAgent: headers['user-agent'],
        formerToken: cookies[cookieNames.session],
        deviceToken: cookies[cookieNames.knownDevice],
      });
      exchange.setCookie(cookieNames.session, token, { maxAgeS: sessionCookieS });
      exchange.setCookie(cookieNames.knownDevice, deviceToken, { maxAgeS: limits.knownDeviceDays * 86_400 });
      const found = sessions.identify(token);
      if (!found) throw new AppError('unauthenticated');
      return accounts.currentFor(found.actor);
    },

    'POST /api/register/validate-code': ({ body, exchange }) => {
      const ticket = service.issueTicket(body.code, exchange.address);
      exchange.setCookie(cookieNames.ticket, ticket, { maxAgeS: limits.accessTicketMs / 1000 });
      return { message: 'Código válido' };
    },

    'POST /api/register': async ({ body, exchange }) => {
      const { address, cookies } = exchange;
      await service.register(body, { address, ticket: cookies[cookieNames.ticket] ?? '' });
      exchange.setCookie(cookieNames.ticket, '', { maxAgeS: 0 });
      return { message: 'Aguarde a aprovação do administrador para fazer login.' };
    },

    'POST /api/logout': ({ exchange }) => {
      service.signOut(exchange.cookies[cookieNames.session]);
      exchange.setCookie(cookieNames.session, '', { maxAgeS: 0 });
    },
  };
}
