/** Copies a request at once: uWebSockets.js invalidates it when its callback returns. */
import { readCookies } from './cookies.ts';
import { clientAddress, type IsProxy } from '../access/proxies.ts';

/** The parts of a uWebSockets.js request that are used. */
export interface RawRequest {
  getCaseSensitiveMethod(): string;
  getUrl(): string;
  getQuery(): string | undefined;
  forEach(visit: (name: string, value: string) => void): void;
}

export interface ParsedRequest {
  readonly method: string;
  /** Path as sent: not decoded, dot segments not resolved. */
  readonly path: string;
  /** Text after the question mark, not decoded. */
  readonly query: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** The client's address; as reported by the proxy when the peer is one of our proxies. */
  readonly address: string;
  /** Address of the connection's other end, perhaps a proxy. */
  readonly peerAddress: string;
  readonly isSecure: boolean;
  /** True if the request used https and this server does not offer plain http. */
  readonly isHttpsOnly: boolean;
  readonly hasBody: boolean;
  /** Bytes announced by Content-Length. */
  readonly contentLength: number | undefined;
  /** Reason why the request is ambiguous and its connection must be closed; undefined: none. */
  readonly defect: string | undefined;
  /** Body that was already received (fast-path/heartbeat-writes.ts). */
  readonly body?: Uint8Array;
}

const maxHeaderBytes = 16 * 1024;
const maxTargetLength = 4 * 1024;

/** Headers that may be sent only once: proxies and servers read repeated ones differently. */
const singleHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'content-type',
  'authorization',
  'origin',
  'sec-fetch-site',
  'range',
  'content-range',
]);

/** How a connection was opened. */
export interface ConnectionInfo {
  isTls: boolean;
  isProxy: IsProxy;
  /** True when the server does not listen on http. */
  isOnlyTls: boolean;
  /** True when PUBLIC_URL is https; unless this server uses TLS itself, a proxy receives the requests over https. */
  isPublicSecure: boolean;
}

export function readRequest(
  raw: RawRequest,
  peerAddress: ArrayBuffer,
  connection: ConnectionInfo,
  body?: Uint8Array,
): ParsedRequest {
  const headers = Object.create(null) as Record<string, string>;
  let headerBytes = 0;
  let defect: string | undefined;
  raw.forEach((name, value) => {
    headerBytes += name.length + value.length;
    const previous = headers[name];
    if (previous === undefined) headers[name] = value;
    else if (singleHeaders.has(name)) defect ??= `duplicate ${name}`;
    else headers[name] = `${previous}${name === 'cookie' ? '; ' : ', '}${value}`;
  });
  const path = raw.getUrl();
  const query = raw.getQuery() ?? '';
  if (headerBytes > maxHeaderBytes) defect ??= 'headers too large';
  if (path.length + query.length > maxTargetLength) defect ??= 'address too long';

  const transferEncoding = headers['transfer-encoding'];
  const announcedLength = headers['content-length'];
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked')
    defect ??= 'unknown transfer-encoding';
  if (transferEncoding !== undefined && announcedLength !== undefined)
    defect ??= 'both transfer-encoding and content-length';
  if (announcedLength !== undefined && !/^\d{1,15}$/.test(announcedLength)) defect ??= 'bad content-length';
  const contentLength = announcedLength === undefined || defect ? undefined : Number(announcedLength);
  const peer = addressText(peerAddress);
  const isSecure =
    connection.isTls || (connection.isProxy(peer) && lastOf(headers['x-forwarded-proto'])?.toLowerCase() === 'https');

  return {
    method: raw.getCaseSensitiveMethod(),
    path,
    query,
    headers,
    cookies: readCookies(headers.cookie, isSecure),
    address: clientAddress(peer, headers['x-forwarded-for'], connection.isProxy),
    peerAddress: peer,
    isSecure,
    isHttpsOnly: isSecure && (connection.isTls ? connection.isOnlyTls : connection.isPublicSecure),
    hasBody: transferEncoding !== undefined || (contentLength ?? 0) > 0,
    contentLength,
    defect,
    ...(body && { body }),
  };
}

/** Returns the last value of a list, which our proxy added. Earlier ones are claims of the client. */
function lastOf(list: string | undefined): string | undefined {
  return list?.split(',').pop()?.trim();
}

/** Returns an address, which uWebSockets.js delivers as bytes, as text; an IPv4 address in IPv4 notation. */
export function addressText(peer: ArrayBuffer): string {
  const text = Buffer.from(peer).toString('latin1');
  if (!text.startsWith('0000:')) return text;
  const mapped = /^(?:0000:){5}ffff:([0-9a-f]{2})([0-9a-f]{2}):([0-9a-f]{2})([0-9a-f]{2})$/.exec(text);
  return mapped
    ? mapped
        .slice(1)
        .map((byte) => Number.parseInt(byte, 16))
        .join('.')
    : text;
}
