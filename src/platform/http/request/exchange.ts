import type { CookieOptions, Exchange, Method } from '../../../contract/endpoint.ts';
import type { Head, HeaderList, ResponseWriter } from '../response/writer.ts';
import type { IncomingBody } from './body.ts';
import { serializeCookie } from './cookies.ts';
import { type ResponseKind, securityHeaders } from '../response/headers.ts';
import type { ParsedRequest } from './request.ts';

/** One request, with the status, headers and cookies that its handler adds to the response. */
export class HttpExchange implements Exchange {
  readonly method: Method;
  readonly address: string;
  readonly peerAddress: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** Set by the handler. */
  status: number | undefined;
  readonly #isSecure: boolean;
  readonly #isHttpsOnly: boolean;
  readonly #headers = new Map<string, string>();
  readonly #cookies = new Map<string, string>();

  constructor(
    readonly requestId: string,
    request: ParsedRequest,
  ) {
    this.method = request.method as Method;
    this.address = request.address;
    this.peerAddress = request.peerAddress;
    this.headers = request.headers;
    this.cookies = request.cookies;
    this.#isSecure = request.isSecure;
    this.#isHttpsOnly = request.isHttpsOnly;
  }

  setCookie(name: string, value: string, options: CookieOptions): void {
    this.#cookies.set(name, serializeCookie(name, value, options, this.#isSecure));
  }

  /** Throws TypeError for an invalid header name. */
  setHeader(name: string, value: string): void {
    if (!/^[\w-]+$/.test(name)) throw new TypeError(`Bad header name: ${name}`);
    this.#headers.set(name.toLowerCase(), value);
  }

  setStatus(status: number): void {
    this.status = status;
  }

  /** Returns the head of a response: security headers, then `bodyHeaders`, then the handler's headers. */
  head(status: number, kind: ResponseKind, bodyHeaders: HeaderList): Head {
    const headers = new Map<string, string>(securityHeaders(kind, this.#isSecure, this.#isHttpsOnly));
    headers.set('x-request-id', this.requestId);
    for (const [name, value] of bodyHeaders) headers.set(name, value);
    for (const [name, value] of this.#headers) headers.set(name, value);
    // uWebSockets.js writes these headers itself.
    headers.delete('content-length');
    headers.delete('transfer-encoding');
    return {
      status,
      headers: [...headers, ...[...this.#cookies.values()].map((cookie) => ['set-cookie', cookie] as const)],
    };
  }
}

/** One request in progress. */
export interface RequestContext {
  readonly request: ParsedRequest;
  readonly response: ResponseWriter;
  readonly exchange: HttpExchange;
  /** Set when the body begins to be received. */
  incoming?: IncomingBody;
}
