/** Routes for sign-in, registration and the caller's own account. administration/routes.ts has those for managing accounts. */
import type { Handlers } from '../../contract/api/index.ts';
import type { User } from '../../contract/accounts/accounts.ts';
import type { Exchange } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { cookieNames } from '../../platform/http/request/cookies.ts';
import { allZones } from '../../platform/time-zones.ts';
import { deviceText } from './sign-in/user-agent.ts';
import { createSpaceRequestService } from './administration/space-requests.ts';
import type { AccountDeps } from './deps.ts';
import { createOwnAccountService } from './own/own-account.ts';
import { createOwnIdentityService } from './own/own-identity.ts';
import { createOwnSecondFactorService } from './own/own-second-factor.ts';
import { createAccountService } from './service.ts';
import type { SignedIn, SignInClient } from './sign-in/sign-in.ts';
import { createApprovalTickets } from './sign-in/approval-tickets.ts';

type AccountKeys =
  | 'GET /api/user'
  | 'GET /api/user/me'
  | 'POST /api/user/space-request'
  | 'PUT /api/user/password'
  | 'PUT /api/user/identity'
  | 'POST /api/user/identity/confirmation'
  | 'GET /api/time-zones'
  | 'PUT /api/user/time-zone'
  | 'GET /api/user/sessions'
  | 'DELETE /api/user/sessions'
  | 'DELETE /api/user/sessions/:key'
  | 'GET /api/user/second-factor'
  | 'POST /api/user/second-factor'
  | 'POST /api/user/second-factor/key'
  | 'POST /api/user/second-factor/disable'
  | 'POST /api/user/second-factor/recovery-codes'
  | 'POST /api/login'
  | 'POST /api/login/second-factor'
  | 'POST /api/login/second-factor/key'
  | 'POST /api/login/second-factor/setup'
  | 'POST /api/register/validate-code'
  | 'POST /api/register'
  | 'GET /api/register/approval'
  | 'POST /api/logout';

const clientOf = ({ address, cookies, headers }: Exchange): SignInClient => ({
  address,
  userAgent: headers['user-agent'],
  formerToken: cookies[cookieNames.session],
  deviceToken: cookies[cookieNames.knownDevice],
});

const signInTicketOf = ({ cookies }: Exchange): string => cookies[cookieNames.signInTicket] ?? '';

/** The longest lifetime that browsers allow for a cookie. The server decides when a session ends. */
const sessionCookieS = 400 * 86_400;

export function accountRoutes(deps: AccountDeps): Handlers<AccountKeys> {
  const { accounts, sessions } = deps;
  const service = createAccountService(deps);
  const spaceRequests = createSpaceRequestService(deps);
  const ownAccount = createOwnAccountService(deps);
  const ownIdentity = createOwnIdentityService(deps);
  const approval = createApprovalTickets(deps);

  const setWaitingCookie = (exchange: Exchange, id: number): void =>
    exchange.setCookie(cookieNames.waitingAccount, approval.issue(id), { maxAgeS: limits.waitingAccountMs / 1000 });

  /** Sets the cookies of a completed sign-in and returns the account. Throws unauthenticated if the session has ended. */
  function completeSignIn({ token, deviceToken }: SignedIn, exchange: Exchange): User {
    exchange.setCookie(cookieNames.session, token, { maxAgeS: sessionCookieS });
    exchange.setCookie(cookieNames.knownDevice, deviceToken, { maxAgeS: limits.knownDeviceDays * 86_400 });
    if (exchange.cookies[cookieNames.signInTicket] !== undefined)
      exchange.setCookie(cookieNames.signInTicket, '', { maxAgeS: 0 });
    if (exchange.cookies[cookieNames.waitingAccount] !== undefined)
      exchange.setCookie(cookieNames.waitingAccount, '', { maxAgeS: 0 });
    return currentOf(token);
  }

  /** Returns the account of a session. Throws unauthenticated if the session has ended. */
  function currentOf(token = ''): User {
    const found = sessions.identify(token);
    if (!found) throw new AppError('unauthenticated');
    return accounts.currentFor(found.actor);
  }

  return {
    'GET /api/user': ({ user }) => accounts.currentFor(user),

    'GET /api/user/me': ({ user }) => accounts.usage(user.userId),

    'POST /api/user/space-request': ({ user, by }) => spaceRequests.create(user.userId, by),

    'PUT /api/user/password': async ({ user, body, exchange, by }) => {
      const token = await ownAccount.changePassword(user, body, clientOf(exchange), by);
      exchange.setCookie(cookieNames.session, token, { maxAgeS: sessionCookieS });
    },

    'PUT /api/user/identity': async ({ user, body, exchange, by }) => {
      const pendingEmail = await ownIdentity.changeIdentity(user, body, clientOf(exchange), by);
      return { ...currentOf(exchange.cookies[cookieNames.session]), pendingEmail };
    },

    'POST /api/user/identity/confirmation': ({ user, body, exchange, by }) => {
      ownIdentity.confirmEmail(user, body.code, by);
      return currentOf(exchange.cookies[cookieNames.session]);
    },

    'GET /api/time-zones': () => ({ zones: allZones() }),

    'PUT /api/user/time-zone': ({ user, body, by }) => {
      ownAccount.chooseTimeZone(user, body.timeZone, by);
      return accounts.currentFor(user);
    },

    'GET /api/user/sessions': ({ user }) =>
      ownAccount.sessions(user).map(({ sessionHash, userAgent, createdAt, lastSeenAt, ...session }) => ({
        ...session,
        isCurrent: sessionHash === user.sessionHash,
        device: deviceText(userAgent),
        createdAt: new Date(createdAt).toISOString(),
        lastSeenAt: new Date(lastSeenAt).toISOString(),
      })),

    'DELETE /api/user/sessions': ({ user, by }) => ({ ended: ownAccount.endOtherSessions(user, by) }),

    'DELETE /api/user/sessions/:key': ({ user, params, by }) => ownAccount.endSession(user, params.key, by),

    'POST /api/login': async ({ body, exchange }) => {
      const response = await service.signIn(body, clientOf(exchange)).catch((error: unknown) => {
        const id = accounts.findByEmail(body.email)?.id;
        // Only a correct password leads to account_pending.
        if (error instanceof AppError && error.code === 'account_pending' && id) setWaitingCookie(exchange, id);
        throw error;
      });
      if ('due' in response) {
        exchange.setCookie(cookieNames.signInTicket, response.ticket, { maxAgeS: limits.secondFactor.ticketMs / 1000 });
        throw new AppError(response.due === 'code' ? 'second_factor_required' : 'second_factor_setup');
      }
      return completeSignIn(response, exchange);
    },

    'POST /api/login/second-factor': async ({ body, exchange }) =>
      completeSignIn(await service.finishSignIn(signInTicketOf(exchange), body.code, clientOf(exchange)), exchange),

    'POST /api/login/second-factor/key': ({ exchange }) => service.newKey(signInTicketOf(exchange), clientOf(exchange)),

    'POST /api/login/second-factor/setup': ({ body, exchange }) => {
      const { recoveryCodes, ...signedIn } = service.setUp(signInTicketOf(exchange), body.code, clientOf(exchange));
      return { user: completeSignIn(signedIn, exchange), recoveryCodes };
    },

    ...secondFactorRoutes(deps),

    'POST /api/register/validate-code': ({ body, exchange }) => {
      const ticket = service.issueRegistrationTicket(body.code, exchange.address);
      exchange.setCookie(cookieNames.registrationTicket, ticket, { maxAgeS: limits.registrationTicketMs / 1000 });
      return { message: 'Código válido' };
    },

    'POST /api/register': async ({ body, exchange }) => {
      const { address, cookies } = exchange;
      const ticket = cookies[cookieNames.registrationTicket] ?? '';
      setWaitingCookie(exchange, await service.register(body, { address, ticket }));
      exchange.setCookie(cookieNames.registrationTicket, '', { maxAgeS: 0 });
      return { message: 'Aguarde a aprovação do administrador para fazer login.' };
    },

    'GET /api/register/approval': ({ exchange }) => {
      const status = approval.statusOf(exchange.cookies[cookieNames.waitingAccount] ?? '');
      return {
        isApproved: status === 'approved',
        isOver: status === undefined || status === 'blocked',
        sendsMail: status === undefined ? null : deps.mail.isConfigured,
      };
    },

    'POST /api/logout': ({ user, exchange, by }) => {
      service.signOut(exchange.cookies[cookieNames.session], user, by);
      exchange.setCookie(cookieNames.session, '', { maxAgeS: 0 });
    },
  };
}

function secondFactorRoutes(deps: AccountDeps) {
  const factors = createOwnSecondFactorService(deps);
  return {
    'GET /api/user/second-factor': ({ user }) => factors.state(user),

    'POST /api/user/second-factor/key': ({ user }) => factors.newKey(user),

    'POST /api/user/second-factor': async ({ user, body, exchange, by }) => ({
      recoveryCodes: await factors.enableOwn(user, body, clientOf(exchange), by),
    }),

    'POST /api/user/second-factor/disable': ({ user, body, exchange, by }) =>
      factors.disableOwn(user, body, clientOf(exchange), by),

    'POST /api/user/second-factor/recovery-codes': async ({ user, body, exchange, by }) => ({
      recoveryCodes: await factors.renewRecoveryCodes(user, body, clientOf(exchange), by),
    }),
  } satisfies Partial<Handlers>;
}
