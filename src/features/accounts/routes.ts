/** Signing in and up, and the own account. The administration of accounts is in admin-routes.ts. */
import type { Handlers } from '../../contract/api.ts';
import { limits } from '../../contract/limits.ts';
import { cookieNames } from '../../platform/http/cookies.ts';
import { type AccountServiceDeps, createAccountService } from './service.ts';
import { createSpaceRequests, type SpaceRequestsDeps } from './space-requests.ts';

type AccountKeys =
  | 'GET /api/user'
  | 'GET /api/user/me'
  | 'POST /api/user/space-request'
  | 'POST /api/login'
  | 'POST /api/register/validate-code'
  | 'POST /api/register'
  | 'POST /api/logout';

/** The server decides when a session ends; browsers keep a cookie no longer than this. */
const sessionCookieS = 400 * 86_400;

export function accountRoutes(deps: AccountServiceDeps & SpaceRequestsDeps): Handlers<AccountKeys> {
  const { accounts } = deps;
  const service = createAccountService(deps);
  const spaceRequests = createSpaceRequests(deps);

  return {
    'GET /api/user': ({ user }) => accounts.current(user.userId),

    'GET /api/user/me': ({ user }) => accounts.usage(user.userId),

    'POST /api/user/space-request': ({ user }) => spaceRequests.ask(user.userId),

    'POST /api/login': async ({ body, exchange }) => {
      const { address, cookies } = exchange;
      const { userId, token, deviceToken } = await service.signIn(body, {
        address,
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

    'POST /api/logout': ({ exchange }) => {
      service.signOut(exchange.cookies[cookieNames.session]);
      exchange.setCookie(cookieNames.session, '', { maxAgeS: 0 });
    },
  };
}
