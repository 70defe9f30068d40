import type { CookieOptions } from '../../../contract/endpoint.ts';

/** The names the whole program uses; on https they go over the wire with a prefix (readCookies). */
export const cookieNames = {
  session: 'antessala_session',
  device: 'antessala_device',
  ticket: 'antessala_ticket',
  /** The password was right; the second step is due. */
  signInTicket: 'antessala_sign_in',
  /** A browser in which somebody has signed in. */
  knownDevice: 'antessala_known',
} as const;

/** First value wins: browsers send the most specific path first. */
function parseCookies(header: string | undefined): Record<string, string> {
  const cookies = Object.create(null) as Record<string, string>;
  if (!header) return cookies;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, equals)).trim();
    if (name === '' || name in cookies) continue;
    const value = pair.slice(equals + 1).trim();
    cookies[name] = value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return cookies;
}

/**
 * A browser keeps one jar for http and https of a host, and http may not replace what https has set: with the same
 * names, whoever had logged in on https could not log in on http. So our cookies of https have names of their own,
 * and what came to be over http is not believed there. `__Host-`: nor what another host of the domain has set.
 */
const securePrefix = '__Host-';
/** Cookie prefix of releases until 2026-11-22: who was signed in then stays so. */
const formerPrefix = '__Secure-';

/** The request's cookies under the names the program uses. */
export function readCookies(header: string | undefined, isSecure: boolean): Record<string, string> {
  const cookies = parseCookies(header);
  if (!isSecure) return cookies;
  for (const name of Object.values(cookieNames)) {
    const value = cookies[securePrefix + name] ?? cookies[formerPrefix + name];
    delete cookies[name];
    if (value !== undefined) cookies[name] = value;
  }
  return cookies;
}

/** Throws TypeError for a name or value that would not survive the header. */
export function serializeCookie(name: string, value: string, options: CookieOptions, isSecure: boolean): string {
  if (!/^[\w.-]+$/.test(name)) throw new TypeError(`Bad cookie name: ${name}`);
  if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value)) throw new TypeError(`Bad value for cookie ${name}`);
  const path = options.path ?? '/';
  // Browsers take __Host- for the whole host only.
  const prefix = isSecure ? (path === '/' ? securePrefix : formerPrefix) : '';
  if (!/^\/[\x21-\x3a\x3c-\x7e]*$/.test(path)) throw new TypeError(`Bad path for cookie ${name}`);
  return `${prefix}${name}=${value}; Path=${path}; Max-Age=${Math.max(0, Math.floor(options.maxAgeS))}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
