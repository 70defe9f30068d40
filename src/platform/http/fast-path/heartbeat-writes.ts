/**
 * The fast path of a POST that every screen sends: its body is answered in the callback in which it came, without copies of
 * headers, an exchange or a promise. Anything else (no short JSON, a session's cookie, a foreign origin, nothing to answer)
 * goes the ordinary way with the body that was read, and is checked there again. Of a header that comes twice the first counts.
 */
import { limits } from '../../../contract/limits.ts';
import type { Log } from '../../log.ts';
import { cookieNames } from '../request/cookies.ts';
import { isOwnOrigin } from '../access/origins.ts';
import { clientAddress } from '../access/proxies.ts';
import type { FastHead, FastRequest } from './head.ts';
import { isJsonType } from '../request/receive.ts';
import { addressText, type ConnectionFacts, type RawRequest } from '../request/request.ts';
import type { RawResponse } from '../response/writer.ts';

export interface HeartbeatWrite {
  readonly path: string;
  /** Returns the JSON for an unvalidated body from a client's address; undefined: not for the fast path. */
  response(body: Buffer, address: string): string | Uint8Array | undefined;
}

export interface HeartbeatWritesParts {
  heartbeatWrite?: HeartbeatWrite;
  publicOrigin?: string;
  log: Log;
  options: { trustProxy: readonly string[] };
}

type Raw = RawResponse & { getRemoteAddressAsText(): ArrayBuffer };

/** The ordinary way. `body`: where it was read already. */
type Serve<R> = (raw: R, request: RawRequest, body?: Uint8Array) => void;

/** All that the ordinary way reads of a call without a session; empty where there is none. Written out: as a loop it costs twice as much. */
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
  { heartbeatWrite, publicOrigin, log, options }: HeartbeatWritesParts,
  head: FastHead,
) {
  const hasProxies = options.trustProxy.length > 0;

  /** From a page of ours, or no browser's; a session makes a request more than a screen's. */
  function isOurs({ 'sec-fetch-site': site, origin, host, cookie }: Headers): boolean {
    if (cookie.includes(cookieNames.session)) return false;
    if (site !== '') return site === 'same-origin';
    return origin === '' ? cookie === '' : isOwnOrigin(origin, host, publicOrigin);
  }

  function isPlain(headers: Headers, connection: ConnectionFacts): boolean {
    const length = headers['content-length'];
    return (
      /^\d{1,6}$/.test(length) &&
      Number(length) > 0 &&
      Number(length) <= limits.anonymousJsonBodyBytes &&
      headers['transfer-encoding'] === '' &&
      isJsonType(headers['content-type']) &&
      head.isPlain(headers.host, connection) &&
      isOurs(headers)
    );
  }

  /** False: nothing was done. */
  function response(raw: Raw, headers: Headers, connection: ConnectionFacts, body: Buffer): boolean {
    try {
      const peer = addressText(raw.getRemoteAddressAsText());
      const address = hasProxies ? clientAddress(peer, headers['x-forwarded-for'], connection.isProxy) : peer;
      const json = heartbeatWrite?.response(body, address);
      if (json === undefined) return false;
      head.response(raw, connection, json);
      return true;
    } catch (error) {
      log.error('quick answer failed', { error });
      return false;
    }
  }

  /** `otherwise`: the ordinary way, with the body that has come. */
  function take(raw: Raw, headers: Headers, connection: ConnectionFacts, otherwise: (body: Uint8Array) => void): void {
    let before: Buffer | undefined;
    raw.onAborted(head.left);
    raw.onData((chunk, isLast) => {
      const bytes = before ? Buffer.concat([before, Buffer.from(chunk)]) : Buffer.from(chunk);
      // The chunk is taken back when this callback returns.
      if (!isLast) before = Buffer.from(bytes);
      else if (!response(raw, headers, connection, bytes)) otherwise(Buffer.from(bytes));
    });
  }

  return {
    attach<R extends Raw, Request extends FastRequest>(
      app: { post(path: string, run: (raw: R, request: Request) => void): unknown },
      connection: () => ConnectionFacts,
      serve: Serve<R>,
    ): void {
      if (!heartbeatWrite) return;
      app.post(heartbeatWrite.path, (raw, request) => {
        const headers = readHeaders(request, hasProxies);
        const facts = connection();
        if (!isPlain(headers, facts)) return serve(raw, request);
        take(raw, headers, facts, (body) => serve(raw, rememberedRequest(heartbeatWrite.path, headers), body));
      });
    },
  };
}

/** The request itself is gone by the time its body is there. */
const rememberedRequest = (path: string, headers: Headers): RawRequest => ({
  getCaseSensitiveMethod: () => 'POST',
  getUrl: () => path,
  getQuery: () => undefined,
  forEach(visit) {
    for (const [name, value] of Object.entries(headers)) if (value !== '') visit(name, value);
  },
});
