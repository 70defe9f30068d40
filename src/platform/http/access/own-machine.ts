/** Detects requests from this very machine. */
import type { Exchange } from '../../../contract/endpoint.ts';

/** Headers that proxies add; with one of them a request is not this machine's own. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

const isLoopback = (address: string) =>
  address.startsWith('127.') || address === '0000:0000:0000:0000:0000:0000:0000:0001';

/** True if a request comes from this machine. Only call it without a proxy: one that adds no header looks the same. */
export const isFromThisMachine = ({ peerAddress, headers }: Pick<Exchange, 'peerAddress' | 'headers'>): boolean =>
  isLoopback(peerAddress) && !proxyHeaders.some((name) => name in headers);

/** The name by which a browser on this machine calls it. A foreign page that lets its own name point here has another one. */
export const isOwnName = (host: string | undefined): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');
