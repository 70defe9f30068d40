/** Identifies the caller and checks the access (contract/endpoint.ts `Access`). */
import { roleNames } from '../../../contract/accounts/capabilities.ts';
import type { Author, Endpoint, PlayerActor, UserActor } from '../../../contract/endpoint.ts';
import { AppError, playerRefusal } from '../../../contract/errors.ts';
import { cookieNames } from '../request/cookies.ts';
import type { ParsedRequest } from '../request/request.ts';

type AccountStatus = 'pending' | 'approved' | 'blocked';

export interface Identify {
  /** Returns the user of a session cookie. `client`: address and browser that sent the cookie, if known. */
  user(
    sessionToken: string,
    client?: { address: string; userAgent: string | undefined },
  ): { actor: UserActor; status: AccountStatus } | undefined;
  /** Returns the user of an API token. Throws too_many_requests after too many unknown tokens. */
  token?(
    token: string,
    client: { address: string | undefined },
  ): { actor: UserActor; status: AccountStatus } | undefined;
  /** Returns the screen of a bearer token, or why the token is refused. The device keeps a `blocked` token and tries it again. */
  player(token: string): PlayerActor | 'expired' | 'blocked' | 'swapped' | undefined;
  /** True for the cookie of a screen's device. */
  device?(cookie: string): boolean;
}

/** The caller of a request: `user` is a person, `player` a screen, `viewer` either (contract/endpoint.ts `Access`). */
export type Actors = { user?: UserActor; player?: PlayerActor; viewer?: UserActor | PlayerActor };

type Credentials = Pick<ParsedRequest, 'headers' | 'cookies'> & Partial<Pick<ParsedRequest, 'address'>>;

/** Returns the caller. Throws AppError: 401 or 403 if the endpoint refuses the caller, 429 after too many unknown API tokens. */
export function authorize(endpoint: Endpoint, request: Credentials, identify: Identify): Actors {
  switch (endpoint.access) {
    case 'anyone':
      return { user: hasApiToken(request) ? undefined : approvedUser(request, identify) };
    case 'player':
      return { player: requirePlayer(bearerToken(request), identify) };
    case 'viewer': {
      const token = bearerToken(request);
      return {
        viewer:
          token === undefined || isApiToken(token)
            ? requireUser(endpoint, request, identify)
            : requirePlayer(token, identify),
      };
    }
    default:
      return { user: requireUser(endpoint, request, identify) };
  }
}

/** Returns the author for the audit log. */
export function authorOf({ user, viewer }: Actors, address: string): Author {
  const person = user ?? (viewer?.kind === 'user' ? viewer : undefined);
  return {
    userId: person?.userId ?? null,
    memberId: person?.member?.id ?? null,
    tokenId: person?.token?.id ?? null,
    name: person?.member?.name ?? person?.token?.name ?? person?.username ?? '',
    address,
  };
}

/** Returns the session's user if the session is valid and the account approved. */
export function approvedUser(request: Credentials, identify: Identify): UserActor | undefined {
  const found = findSession(request, identify);
  return found?.status === 'approved' ? found.actor : undefined;
}

/** API tokens and screens' tokens are sent in the same header: the prefix distinguishes them. */
export const apiTokenPrefix = 'ats_';
/** A screen's token may begin with the prefix by chance, but only screens' tokens have 43 characters. */
const isApiToken = (token: string): boolean => token.startsWith(apiTokenPrefix) && token.length !== 43;

/** True if a request carries an API token, valid or not. No browser sends such a token by itself. */
export const hasApiToken = ({ headers }: Pick<Credentials, 'headers'>): boolean =>
  /^Bearer +ats_/i.test(headers.authorization ?? '');

/** True if a request carries the valid credentials of a person, a screen or a screen's device, whether its endpoint needs them or not. */
export function hasCredentials(request: Credentials, identify: Identify): boolean {
  const token = bearerToken(request);
  if (token !== undefined && !isApiToken(token) && identify.player(token) !== undefined) return true;
  const device = request.cookies[cookieNames.device];
  return (device !== undefined && identify.device?.(device)) || findCaller(request, identify) !== undefined;
}

/** Returns the user of the request's API token. Only a request without an API token is identified by its session. */
function findCaller(request: Credentials, identify: Identify) {
  if (!hasApiToken(request)) return findSession(request, identify);
  return identify.token?.(bearerToken(request) ?? '', { address: request.address });
}

function findSession({ cookies, headers, address }: Credentials, identify: Identify) {
  const token = cookies[cookieNames.session];
  if (!token) return undefined;
  return identify.user(token, address === undefined ? undefined : { address, userAgent: headers['user-agent'] });
}

function requireUser(endpoint: Endpoint, request: Credentials, identify: Identify): UserActor {
  const found = findCaller(request, identify);
  if (!found) throw hasApiToken(request) ? badToken() : new AppError('unauthenticated');
  if (found.status === 'pending') throw new AppError('account_pending');
  if (found.status === 'blocked') throw new AppError('account_blocked');
  const { actor } = found;
  const isManager = actor.role === 'admin';
  const isAllowed =
    endpoint.access === 'manager'
      ? isManager
      : endpoint.access === 'administrator'
        ? isManager && actor.userType === 'admin'
        : true;
  if (!isAllowed) throw new AppError('forbidden', 'Apenas administradores podem acessar esta área.');
  if (endpoint.access === 'user' || endpoint.access === 'viewer') assertCapable(endpoint, actor);
  if (endpoint.feature && !isManager && !actor.features[endpoint.feature]) throw new AppError('feature_disabled');
  return actor;
}

const badToken = () =>
  new AppError('unauthenticated', 'Este token de API não vale: foi excluído, venceu ou está incompleto.');

/** Throws forbidden when the user lacks the capability that the call needs: by default `account`. */
function assertCapable({ needs = 'account' }: Endpoint, { capabilities, member, token }: UserActor): void {
  if (capabilities.has(needs)) return;
  throw new AppError(
    'forbidden',
    token
      ? 'Este token de API não tem o escopo desta chamada. Crie outro em Equipe.'
      : member
        ? `Seu papel na equipe (${roleNames[member.role]}) não permite esta ação. Peça a um proprietário da conta.`
        : 'A equipe e os tokens de API existem só nas contas comuns.',
  );
}

function requirePlayer(token: string | undefined, identify: Identify): PlayerActor {
  const found = token === undefined ? undefined : identify.player(token);
  if (typeof found !== 'object') throw playerRefusal(found ?? 'unknown');
  return found;
}

function bearerToken(request: Credentials): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
}
