/** Detects requests from the machine on which the server runs. */
import type { Exchange } from '../../../contract/endpoint.ts';

type Caller = Pick<Exchange, 'peerAddress' | 'headers'>;

/** Headers that proxies and delivery networks add: a request with one of them counts as coming from another machine. */
const proxyHeader =
  /^(?:x-forwarded-\w+|x-(?:real|client|cluster-client)-ip|true-client-ip|forwarded|via|cdn-loop|cf-[\w-]+)$/;

/** Headers that browsers and our pages send. */
const browserHeader =
  /^(?:host|connection|user-agent|accept|accept-(?:language|encoding)|cache-control|content-(?:length|type)|cookie|dnt|idempotency-key|if-none-match|origin|pragma|priority|referer|save-data|sec-[\w-]+|te|upgrade-insecure-requests|x-connection-id)$/;

const isLoopback = (address: string) =>
  address.startsWith('127.') || address === '0000:0000:0000:0000:0000:0000:0000:0001';

/** True if a request comes from this machine. Also true for requests through a proxy on this machine that adds no header. */
export const isFromThisMachine = ({ peerAddress, headers }: Caller): boolean =>
  isLoopback(peerAddress) && !Object.keys(headers).some((name) => proxyHeader.test(name));

/**
 * True if a browser on this machine sent the request: from and to a loopback address, with headers of browsers only, and with
 * `Connection: keep-alive`, which browsers send and proxies remove (RFC 9110, 7.6.1). A page of another
 * site whose DNS name points to this machine is excluded, because its Host header has that name.
 */
export const isLocalBrowser = ({ peerAddress, headers }: Caller): boolean =>
  isLoopback(peerAddress) &&
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(headers.host ?? '') &&
  headers.connection?.toLowerCase() === 'keep-alive' &&
  Object.keys(headers).every((name) => browserHeader.test(name));
