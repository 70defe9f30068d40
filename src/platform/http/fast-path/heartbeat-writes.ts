/**
 * Serves the heartbeat POST on a fast path: responds in the callback that delivers the body, without copied headers, an exchange
 * or a promise. Any other request (not JSON, too long, with a session cookie, or from a foreign origin) takes the ordinary path.
 * So does a request for which `respond` returns nothing, with its body already read. Of repeated headers only the first is used.
 */
import { limits } from '../../../contract/limits.ts';
import type { Log } from '../../log.ts';
import { cookieNames } from '../request/cookies.ts';
import { isOwnOrigin } from '../access/origins.ts';
import { clientAddress } from '../access/proxies.ts';
import type { FastHead, FastRequest, FastResponse as Raw } from './head.ts';
import { isJsonType } from '../request/receive.ts';
import { addressText, type ConnectionInfo, type RawRequest } from '../request/request.ts';

export interface HeartbeatEndpoint {
  readonly path: string;
  /** Returns the JSON for an unvalidated body from a client's address; undefined: not for the fast path. */
  respond(body: Buffer, address: string): string | Uint8Array | undefined;
}

export interface HeartbeatOptions {
  heartbeatEndpoint?: HeartbeatEndpoint;
  publicOrigin?: string;
  log: Log;
  options: { trustProxy: readonly string[] };
}

/** Serves a request on the ordinary path. `body`: its body, if it was already read. */
type Serve<R> = (raw: R, request: RawRequest, body?: Uint8Array) => void;

/** Returns the headers that both paths use for a request without a session; '' if missing. A loop would take twice as long. */
const readHeaders = (request: FastRequest, hasProxies: boolean) => ({
  host: request.getHeader('host'),
  origin: request.getHeader('origin'),
  'sec-fetch-site': request.getHeader('sec-fetch-site'),
  cookie: request.getHeader('cookie'),
  'content-type': request.getHeader('content-type'),
  'content-length': request.getHeader('content-length'),
  'transfer-encoding': request.getHeader('transfer-encoding'),
  'x-forwarded-for': hasProxies ? request.getHeader('x-forwarded-for') : '',
  'x-forwarded-proto': hasProxies ? request.getHeader('x-forwarded-proto') : '',
});
type Headers = ReturnType<typeof readHeaders>;

export function createHeartbeatWrites(
  { heartbeatEndpoint, publicOrigin, log, options }: HeartbeatOptions,
  head: FastHead,
) {
  const hasProxies = options.trustProxy.length > 0;

  /** True if one of our pages or a program sent the request. False with a session cookie: the fast path knows no sessions. */
  function isAllowedOrigin({ 'sec-fetch-site': site, origin, host, cookie }: Headers): boolean {
    if (cookie.includes(cookieNames.session)) return false;
    if (site !== '') return site === 'same-origin';
    return origin === '' ? cookie === '' : isOwnOrigin(origin, host, publicOrigin);
  }

  function isEligible(headers: Headers, connection: ConnectionInfo): boolean {
    const length = headers['content-length'];
    return (
      /^\d{1,6}$/.test(length) &&
      Number(length) > 0 &&
      Number(length) <= limits.anonymousJsonBodyBytes &&
      headers['transfer-encoding'] === '' &&
      isJsonType(headers['content-type']) &&
      head.isEligible(headers.host, connection) &&
      isAllowedOrigin(headers)
    );
  }

  /** Responds if `respond` returns a response; false: nothing was sent. */
  function trySend(raw: Raw, headers: Headers, connection: ConnectionInfo, body: Buffer): boolean {
    try {
      const peer = addressText(raw.getRemoteAddressAsText());
      const address = hasProxies ? clientAddress(peer, headers['x-forwarded-for'], connection.isProxy) : peer;
      const json = heartbeatEndpoint?.respond(body, address);
      if (json === undefined) return false;
      head.send(raw, connection, json);
      return true;
    } catch (error) {
      log.error('fast path failed', { error });
      return false;
    }
  }

  /** Reads the body and responds; calls `fallback` with the body when the fast path has no response. */
  function receiveBody(
    raw: Raw,
    headers: Headers,
    connection: ConnectionInfo,
    fallback: (body: Uint8Array) => void,
  ): void {
    let received: Buffer | undefined;
    raw.onAborted(head.countAborted);
    raw.onData((chunk, isLast) => {
      const bytes = received ? Buffer.concat([received, Buffer.from(chunk)]) : Buffer.from(chunk);
      // uWebSockets.js invalidates the chunk when this callback returns.
      if (!isLast) received = Buffer.from(bytes);
      else if (!trySend(raw, headers, connection, bytes)) fallback(Buffer.from(bytes));
    });
  }

  return {
    /** Adds the path to an app. `serve` serves a request on the ordinary path. */
    attach<R extends Raw, Request extends FastRequest>(
      app: { post(path: string, run: (raw: R, request: Request) => void): unknown },
      connection: () => ConnectionInfo,
      serve: Serve<R>,
    ): void {
      if (!heartbeatEndpoint) return;
      app.post(heartbeatEndpoint.path, (raw, request) => {
        const headers = readHeaders(request, hasProxies);
        const connectionInfo = connection();
        if (!isEligible(headers, connectionInfo)) return serve(raw, request);
        receiveBody(raw, headers, connectionInfo, (body) =>
          serve(raw, replayedRequest(heartbeatEndpoint.path, headers), body),
        );
      });
    },
  };
}

/** uWebSockets.js invalidates the request before its body arrives: the ordinary path gets this copy. */
const replayedRequest = (path: string, headers: Headers): RawRequest => ({
  getCaseSensitiveMethod: () => 'POST',
  getUrl: () => path,
  getQuery: () => undefined,
  forEach(visit) {
    for (const [name, value] of Object.entries(headers)) if (value !== '') visit(name, value);
  },
});
