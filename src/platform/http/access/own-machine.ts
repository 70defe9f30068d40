/** Detects requests from this very machine. */
import type { Exchange } from '../../../contract/endpoint.ts';

/** Headers that proxies add: a request with one of them counts as coming from another machine. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

const isLoopback = (address: string) =>
  address.startsWith('127.') || address === '0000:0000:0000:0000:0000:0000:0000:0001';

/** True if a request comes from this machine. Do not call it behind a proxy: requests of a proxy that adds no header look the same. */
export const isFromThisMachine = ({ peerAddress, headers }: Pick<Exchange, 'peerAddress' | 'headers'>): boolean =>
  isLoopback(peerAddress) && !proxyHeaders.some((name) => name in headers);

/** True for a Host header that a browser on this machine sends. A foreign page whose DNS name points to this machine sends that name. */
export const isOwnName = (host: string | undefined): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');
