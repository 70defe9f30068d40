/** Signing in and up, and the own account. The administration of accounts is in admin-routes.ts. */
import type { Handlers } from '../../contract/api.ts';
import { limits } from '../../contract/limits.ts';
import { cookieNames } from '../../platform/http/cookies.ts';
import { deviceWords } from './device-words.ts';
import { type AccountServiceDeps, createAccountService } from './service.ts';
import { createOwnAccount, type OwnAccountDeps } from './own-account.ts';
import { createSpaceRequests, type SpaceRequestsDeps } from './space-requests.ts';

type AccountKeys =
  | 'GET /api/user'
  | 'GET /api/user/me'
  | 'POST /api/user/space-request'
  | 'PUT /api/user/password'
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
  const { accounts } = deps;
  const service = createAccountService(deps);
  const spaceRequests = createSpaceRequests(deps);
  const own = createOwnAccount(deps);

  return {
    'GET /api/user': ({ user }) => accounts.current(user.userId),

    'GET /api/user/me': ({ user }) => accounts.usage(user.userId),

    'POST /api/user/space-request': ({ user, by }) => spaceRequests.ask(user.userId, by),

    'PUT /api/user/password': async ({ user, body, exchange, by }) => {
      const { address, cookies } = exchange;
      const token = await own.changePassword(
        user,
        body,
        { address, deviceToken: cookies[cookieNames.knownDevice] },
        by,
      );
      exchange.setCookie(cookieNames.session, token, { maxAgeS: sessionCookieS });
    },

    'GET /api/user/sessions': ({ user }) =>
      own.sessions(user).map(({ sessionHash, userAgent, createdAt, lastSeenAt, ...session }) => ({
        ...session,
        isCurrent: sessionHash === user.sessionHash,
        device: deviceWords(userAgent),
        createdAt: new Date(createdAt).toISOString(),
        lastSeenAt: new Date(lastSeenAt).toISOString(),
      })),

    'DELETE /api/user/sessions': ({ user, by }) => ({ ended: own.endOtherSessions(user, by) }),

    'DELETE /api/user/sessions/:key': ({ user, params, by }) => own.endSession(user, params.key, by),

    'POST /api/login': async ({ body, exchange }) => {
      const { address, cookies, headers } = exchange;
      const { userId, token, deviceToken } = await service.signIn(body, {
        address,
        userAgent: headers['user-agent'],
        formerToken: cookies[cookieNames.session],
        deviceToken: cookies[cookieNames.knownDevice],
      });
      exchange.setCookie(cookieNames.session, token, { maxAgeS: sessionCookieS });
      exchange.setCookie(cookieNames.knownDevice, deviceToken, { maxAgeS: limits.knownDeviceDays * 86_400 });
      return accounts.current(userId);
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

    'POST /api/logout': ({ user, exchange, by }) => {
      service.signOut(exchange.cookies[cookieNames.session], user, by);
      exchange.setCookie(cookieNames.session, '', { maxAgeS: 0 });
    },
  };
}
