/** Receives a request's body in the form that its endpoint declares. */
import type { Endpoint } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import { type Actors, authorize, type Identify } from '../access/access.ts';
import { collectBody, discardBody, type IncomingBody, streamBody } from './body.ts';
import { parseJson, readInput } from './json.ts';
import type { RequestContext } from './exchange.ts';

/** `value` returns the body for the handler, or its promise. It is undefined if the endpoint takes no body and none was sent. */
export type ReceivedBody = IncomingBody & { value?: () => unknown };

/** True for a JSON content type. `type` must be in lower case. */
export const isJsonType = (type: string): boolean =>
  type === 'application/json' || /^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/.test(type);

/** Starts receiving the body. Must be called before the callback of uWebSockets.js returns, or the first bytes are lost. */
export function receive(
  endpoint: Endpoint,
  { request, response }: RequestContext,
  { identify, clock }: { identify: Identify; clock: Clock },
  actors: Actors,
): ReceivedBody {
  const type = (request.headers['content-type'] ?? '').toLowerCase();
  const { body } = endpoint;
  if (body === 'binary' || body === 'multipart') {
    if (body === 'multipart' && !/^multipart\/form-data\s*;/.test(type))
      throw new AppError('unsupported_media_type', 'Envie o arquivo como multipart/form-data.');
    const incoming = streamBody(response, request, clock);
    return Object.assign(incoming, {
      value: () => ({
        length: incoming.stream.length,
        async *[Symbol.asyncIterator]() {
          yield* incoming.stream;
          authorize(endpoint, request, identify);
        },
      }),
    });
  }
  const isAnonymous = !actors.user && !actors.player && !actors.viewer;
  const limit = isAnonymous ? limits.anonymousJsonBodyBytes : limits.jsonBodyBytes;
  if ((request.contentLength ?? 0) > limit) throw new AppError('payload_too_large');
  // Waiting for a body that never arrives would keep the connection open for ever (src/README 7).
  if (!request.hasBody) return { isComplete: true, value: body && (() => readInput(body, {})) };
  if (!body) {
    const incoming = discardBody(response, limit);
    return Object.assign(incoming, { value: () => incoming.whole });
  }
  if (!isJsonType(type))
    throw new AppError('unsupported_media_type', 'Envie os dados em JSON (Content-Type: application/json).');
  const incoming = request.body
    ? { isComplete: true, bytes: Promise.resolve(request.body) }
    : collectBody(response, limit);
  return Object.assign(incoming, { value: async () => readInput(body, parseJson(await incoming.bytes)) });
}
