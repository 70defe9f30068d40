/** The way of one request: checks, input, handler, and the one place where errors become answers. */
import { inspect } from 'node:util';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { type Actors, admit, type Identify } from './access.ts';
import type { ResponseWriter } from './response-writer.ts';
import { collectBody, discardBody, type IncomingBody, streamBody } from './body.ts';
import type { Clock } from '../clock.ts';
import { HttpExchange } from './exchange.ts';
import { inputError, parseJson, parseQuery, readInput } from './json.ts';
import { refuseForeignOrigin } from './origins.ts';
import { createResponses, type ResponsesParts } from './responses.ts';
import type { RequestContext } from './request-context.ts';
import type { RequestFacts } from './request.ts';
import {
  allowedMethods,
  type AnyHandler,
  createRouter,
  type Endpoints,
  type Match,
  readParams,
  type Route,
} from './routing.ts';
import type { StaticFiles } from './static.ts';

export interface DispatchParts extends ResponsesParts {
  endpoints: Endpoints;
  handlers: Readonly<Record<string, AnyHandler>>;
  identify: Identify;
  isKnownHost: (host: string | undefined) => boolean;
  static?: StaticFiles;
  clock: Clock;
  /** What a handler without streams may take. */
  handlerMs: number;
}

type Receive = IncomingBody & { value?: () => unknown };

const isOwnPath = (path: string) => /^\/(?:(?:api|media|ws)(?:\/|$)|(?:healthz|readyz)$)/.test(path);

export function createDispatch(
  parts: DispatchParts,
): (request: RequestFacts, response: ResponseWriter, requestId: string) => void {
  const { log } = parts;
  const find = createRouter(parts.endpoints, parts.handlers);
  const responses = createResponses(parts);

  function dispatch(request: RequestFacts, response: ResponseWriter, requestId: string): void {
    const context: RequestContext = { request, response, exchange: new HttpExchange(requestId, request) };
    try {
      enter(context);
    } catch (error) {
      fail(context, error);
    }
  }

  function enter(context: RequestContext): void {
    const { request, exchange } = context;
    if (request.defect) throw new AppError('bad_request');
    if (!parts.isKnownHost(request.headers.host)) throw new AppError('misdirected');
    const match = find(request.path);
    if (!match) return outside(context);
    const route = match.routes.get(request.method) ?? (request.method === 'HEAD' ? match.routes.get('GET') : undefined);
    if (!route) {
      exchange.setHeader('allow', allowedMethods(match));
      if (request.method === 'OPTIONS') return responses.empty(context, 204);
      throw new AppError('method_not_allowed');
    }
    refuseForeignOrigin(request);
    const actors = admit(route.endpoint, request, parts.identify);
    const incoming = receive(route.endpoint, context);
    context.incoming = incoming;
    void run(context, route, match, actors, incoming);
  }

  /** Pages, and addresses nobody has. */
  function outside(context: RequestContext): void {
    const { request, exchange } = context;
    if (isOwnPath(request.path) || !parts.static) throw new AppError('not_found');
    if (request.method === 'GET' || request.method === 'HEAD')
      return responses.page(context, parts.static.find(request.path, request.headers['accept-encoding']));
    exchange.setHeader('allow', 'GET, HEAD, OPTIONS');
    if (request.method === 'OPTIONS') return responses.empty(context, 204);
    throw new AppError('method_not_allowed');
  }

  /** Must run before uWebSockets.js gets control back, or the first bytes are lost. */
  function receive(endpoint: Endpoint, { request, response }: RequestContext): Receive {
    const type = (request.headers['content-type'] ?? '').toLowerCase();
    const { body } = endpoint;
    if (body === 'binary' || body === 'multipart') {
      if (body === 'multipart' && !/^multipart\/form-data\s*;/.test(type))
        throw new AppError('unsupported_media_type', 'Envie o arquivo como multipart/form-data.');
      const incoming = streamBody(response, request, parts.clock);
      return {
        get isComplete() {
          return incoming.isComplete;
        },
        value: () => ({
          length: incoming.stream.length,
          async *[Symbol.asyncIterator]() {
            yield* incoming.stream;
            admit(endpoint, request, parts.identify);
          },
        }),
      };
    }
    if ((request.contentLength ?? 0) > limits.jsonBodyBytes) throw new AppError('payload_too_large');
    if (!body) return discardBody(response, limits.jsonBodyBytes);
    if (!request.hasBody) return { ...discardBody(response, 0), isComplete: true, value: () => readInput(body, {}) };
    if (!/^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/.test(type))
      throw new AppError('unsupported_media_type', 'Envie os dados em JSON (Content-Type: application/json).');
    const incoming = collectBody(response, limits.jsonBodyBytes);
    return {
      get isComplete() {
        return incoming.isComplete;
      },
      value: async () => readInput(body, parseJson(await incoming.bytes)),
    };
  }

  /** Never rejects. */
  async function run(
    context: RequestContext,
    route: Route,
    match: Match,
    admitted: Actors,
    incoming: Receive,
  ): Promise<void> {
    const { endpoint } = route;
    const takesItsTime = typeof endpoint.body === 'string' || endpoint.reply === 'file' || endpoint.reply === 'stream';
    const tooLate = () =>
      context.response.guard(() =>
        fail(context, new AppError('unavailable', 'O servidor demorou demais para responder.')),
      );
    const deadline = takesItsTime ? undefined : parts.clock.after(parts.handlerMs, tooLate);
    try {
      const params = readParams(route.paramNames, match.values);
      const query = endpoint.query && readInput(endpoint.query, parseQuery(context.request.query));
      const body = incoming.value && (await incoming.value());
      // A body may take a minute, a file hours: who was blocked meanwhile is no longer admitted (a stream asks at its end).
      const actors = incoming.value ? admit(endpoint, context.request, parts.identify) : admitted;
      const call = { params, query, body, exchange: context.exchange, ...actors };
      const reply = await route.handler(call as never);
      await responses.send(context, route, reply);
    } catch (error) {
      context.response.guard(() => fail(context, error));
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
        path: context.request.path,
        error: thrown instanceof Error ? thrown : inspect(thrown),
      });
    else if (error.status >= 500) log.warn('request refused', { requestId, path: context.request.path, error });
    if (context.response.isOpen) responses.error(context, error);
  }

  return dispatch;
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof z.ZodError) return inputError(thrown);
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('disk_full', undefined, { cause: thrown });
  return new AppError('internal', undefined, { cause: thrown });
}
