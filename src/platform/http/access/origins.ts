/** Checks the Host header of requests, and the origin of browsers' requests (src/README 5.1). */
import { isIP } from 'node:net';
import { AppError } from '../../../contract/errors.ts';
import { hasApiToken } from './access.ts';
import { cookieNames } from '../request/cookies.ts';
import type { ParsedRequest } from '../request/request.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns the host without port, in lower case; undefined when the header is not a host. */
function hostName(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase().replace(/\.$/, '');
}

/**
 * Returns a function that is true for a Host header with a known host: an IP address, `localhost`, a name without a dot,
 * `*.local`, `*.lan`, `*.home.arpa`, the host of `publicUrl`, or one of `allowedHosts`.
 */
export function createHostRule(options: {
  publicUrl?: string;
  allowedHosts: readonly string[];
}): (host: string | undefined) => boolean {
  const namedHosts = new Set(options.allowedHosts.map((host) => hostName(host)));
  if (options.publicUrl) namedHosts.add(hostName(new URL(options.publicUrl).host));
  return (host) => {
    const name = host && hostName(host);
    if (!name) return false;
    if (name.startsWith('[')) return isIP(name.slice(1, -1)) === 6;
    if (isIP(name) || namedHosts.has(name) || !name.includes('.')) return true;
    return name.endsWith('.local') || name.endsWith('.lan') || name.endsWith('.home.arpa');
  };
}

/** True when the Origin header has the host and port of the Host header, or of PUBLIC_URL: a proxy may have changed Host. */
export function isOwnOrigin(origin: string, host: string | undefined, publicOrigin?: string): boolean {
  if (origin === `http://${host}`) return true;
  if (publicOrigin !== undefined && origin.toLowerCase() === publicOrigin) return true;
  const match = /^(https?):\/\/([^/]+)$/i.exec(origin);
  if (!match || !host) return false;
  const withPort = (name: string) =>
    (/:\d+$/.test(name) ? name : `${name}:${match[1]?.toLowerCase() === 'https' ? 443 : 80}`).toLowerCase();
  return withPort(match[2] ?? '') === withPort(host);
}

/**
 * Throws AppError `forbidden` for an unsafe method that does not come from our pages: they send `Sec-Fetch-Site: same-origin`,
 * or an `Origin` equal to the host or PUBLIC_URL. A request with neither header is refused if it has one of our cookies; without
 * them it comes from a script. A request with an API token and none of our cookies is not checked: no browser adds such a token.
 */
export function refuseForeignOrigin(request: ParsedRequest, publicOrigin?: string): void {
  if (safeMethods.has(request.method)) return;
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  if (site === 'same-origin') return;
  const hasOurCookie = Object.values(cookieNames).some((name) => name in request.cookies);
  if (!hasOurCookie && hasApiToken(request)) return;
  const isForeign =
    site !== undefined
      ? site !== 'none' || hasOurCookie
      : origin !== undefined
        ? !isOwnOrigin(origin, host, publicOrigin)
        : hasOurCookie;
  if (isForeign) throw new AppError('forbidden', 'Esta ação só pode ser feita a partir das páginas deste servidor.');
}
