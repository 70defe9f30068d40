/** Dispatches one request: checks it, reads its input and runs its handler. The only place that turns errors into responses. */
import { inspect } from 'node:util';
import * as z from 'zod';
import { AppError } from '../../../contract/errors.ts';
import { type Actors, authorize, authorOf, hasCredentials, type Identify } from '../access/access.ts';
import type { ConnectionLimiter } from '../access/connection-limiter.ts';
import type { ResponseWriter } from '../response/writer.ts';
import type { Clock } from '../../clock.ts';
import { createSampledLog } from '../../log.ts';
import { HttpExchange, type RequestContext } from './exchange.ts';
import {
  createIdempotentRunner,
  type IdempotencyKeys,
  idempotencyKeyOf,
  type RunIdempotently,
  type Run,
} from './idempotency.ts';
import { inputError, readQuery } from './json.ts';
import { connectionHeader, withSender } from './sending-connection.ts';
import { refuseForeignOrigin } from '../access/origins.ts';
import { type ReceivedBody, receive } from './receive.ts';
import { createResultSender, type ResultSenderParts } from '../response/handler-results.ts';
import { createResponses, type ResponsesParts } from '../response/responses.ts';
import type { ParsedRequest } from './request.ts';
import {
  allowedMethods,
  type AnyHandler,
  createRouter,
  type Endpoints,
  type Match,
  readParams,
  type Route,
} from './routing.ts';
import type { StaticFiles } from '../response/static.ts';

export interface DispatchParts extends ResponsesParts, ResultSenderParts {
  endpoints: Endpoints;
  handlers: Readonly<Record<string, AnyHandler>>;
  identify: Identify;
  isKnownHost: (host: string | undefined) => boolean;
  publicOrigin?: string;
  static?: StaticFiles;
  clock: Clock;
  idempotencyKeys: IdempotencyKeys;
  /** Time limit of a handler that neither receives nor returns a stream or file. */
  handlerMs: number;
  limiter: Pick<ConnectionLimiter, 'admits' | 'authenticated'>;
  /** Shortens a path for the log. */
  loggedPath(path: string): string;
}

const isNeverPage = (path: string) => /^\/(?:(?:api|media|ws)(?:\/|$)|(?:healthz|readyz)$)/.test(path);

export function createDispatch(
  parts: DispatchParts,
): (request: ParsedRequest, response: ResponseWriter, requestId: string) => void {
  const { log } = parts;
  const sampled = createSampledLog(log, parts.clock);
  const findMatch = createRouter(parts.endpoints, parts.handlers);
  const responses = createResponses(parts);
  const results = createResultSender(responses, parts);
  const runOnce = createIdempotentRunner(parts.idempotencyKeys);
  const admits = createAdmission(parts);

  function dispatch(request: ParsedRequest, response: ResponseWriter, requestId: string): void {
    const context: RequestContext = { request, response, exchange: new HttpExchange(requestId, request) };
    try {
      handleRequest(context);
    } catch (error) {
      fail(context, error);
    }
  }

  function handleRequest(context: RequestContext): void {
    const { request, exchange } = context;
    if (request.defect) throw new AppError('bad_request');
    if (!parts.isKnownHost(request.headers.host)) throw new AppError('misdirected');
    const match = findMatch(request.path);
    const route =
      match?.routes.get(request.method) ?? (request.method === 'HEAD' ? match?.routes.get('GET') : undefined);
    if (route?.endpoint.reply !== 'file' && !admits(context))
      throw new AppError('too_many_requests', undefined, { retryAfterS: 1 });
    if (!match) return servePage(context);
    if (!route) {
      exchange.setHeader('allow', allowedMethods(match));
      if (request.method === 'OPTIONS') return responses.empty(context, 204);
      throw new AppError('method_not_allowed');
    }
    refuseForeignOrigin(request, parts.publicOrigin);
    const actors = authorize(route.endpoint, request, parts.identify);
    context.response.isAuthenticated = Boolean(actors.user || actors.player || actors.viewer);
    if (context.response.isAuthenticated) parts.limiter.authenticated(request.peerAddress, request.address);
    const incoming = receive(route.endpoint, context, parts, actors);
    context.incoming = incoming;
    void run(context, route, match, actors, incoming);
  }

  /** Serves pages, and 404 for unknown addresses. */
  function servePage(context: RequestContext): void {
    const { request, exchange } = context;
    if (isNeverPage(request.path) || !parts.static) throw new AppError('not_found');
    if (request.method === 'GET' || request.method === 'HEAD')
      return responses.page(context, parts.static.find(request.path, request.headers['accept-encoding']));
    exchange.setHeader('allow', 'GET, HEAD, OPTIONS');
    if (request.method === 'OPTIONS') return responses.empty(context, 204);
    throw new AppError('method_not_allowed');
  }

  /** Reads the input, calls the handler and sends its reply. Never rejects. */
  async function run(
    context: RequestContext,
    route: Route,
    match: Match,
    actorsAtStart: Actors,
    incoming: ReceivedBody,
  ): Promise<void> {
    const { endpoint } = route;
    const hasNoDeadline = typeof endpoint.body === 'string' || endpoint.reply === 'file' || endpoint.reply === 'stream';
    const tooLate = () =>
      context.response.guard(() =>
        fail(context, new AppError('unavailable', 'O servidor demorou demais para responder.')),
      );
    const deadline = hasNoDeadline ? undefined : parts.clock.after(parts.handlerMs, tooLate);
    try {
      const params = readParams(route.paramNames, match.values);
      const query = readQuery(endpoint, context.request.query);
      const body = incoming.value && (await incoming.value());
      // Check again: the caller may have been blocked while the body arrived. For a streamed body receive.ts checks at the end.
      const actors = incoming.value ? authorize(endpoint, context.request, parts.identify) : actorsAtStart;
      const { exchange } = context;
      const call = { params, query, body, exchange, by: authorOf(actors, exchange.address), ...actors };
      const input = [route.key, params, query, body];
      const reply = await withSender(exchange.headers[connectionHeader], () => handle(route, call, input, runOnce));
      await results.send(context, route, reply);
    } catch (error) {
      context.response.guard(() => {
        // The signed URL of a file is a credential: count a request for a file as unauthenticated only if its URL was refused.
        if (endpoint.reply === 'file') admits(context);
        fail(context, error);
      });
    } finally {
      deadline?.cancel();
    }
  }

  function fail(context: RequestContext, thrown: unknown): void {
    const error = asAppError(thrown);
    const { requestId } = context.exchange;
    if (error.code === 'internal')
      log.error('request failed', {
        requestId,
        method: context.request.method,
        path: parts.loggedPath(context.request.path),
        error: thrown instanceof Error ? thrown : inspect(thrown),
      });
    else if (error.status >= 500)
      sampled.warn('request refused', { requestId, path: parts.loggedPath(context.request.path), error });
    if (context.response.isOpen) responses.error(context, error);
  }

  return dispatch;
}

/**
 * Returns a function that is false for a request of an unauthenticated client whose address sends too many. The response to such
 * a request closes the connection.
 */
function createAdmission({ limiter, identify }: Pick<DispatchParts, 'limiter' | 'identify'>) {
  return ({ request, response }: RequestContext): boolean => {
    // If `admits` throws (after too many unknown tokens), the connection is closed too.
    response.isLast = true;
    response.isLast = !limiter.admits(request.address, request.peerAddress, () => hasCredentials(request, identify));
    return !response.isLast;
  };
}

/** Returns the handler's reply; for a repeated Idempotency-Key, the reply of the first request. */
function handle(
  { handler, endpoint }: Route,
  call: Actors & { exchange: HttpExchange },
  input: unknown,
  runOnce: RunIdempotently,
): Promise<unknown> {
  const run: Run = async (commit) => {
    if (typeof handler === 'function') return commit(() => handler(call as never));
    const prepared = await handler.prepare(call as never);
    return commit(() => handler.handle(call as never, prepared as never));
  };
  const key = endpoint.idempotent && idempotencyKeyOf(call.exchange.headers);
  return key && call.user ? runOnce({ userId: call.user.userId, key, input }, run) : run((effect) => effect());
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof z.ZodError) return inputError(thrown);
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('disk_full', undefined, { cause: thrown });
  return new AppError('internal', undefined, { cause: thrown });
}
