import type { CookieOptions } from '../../../contract/endpoint.ts';

/** Cookie names as the program uses them; over https they are sent with a prefix (readCookies). */
export const cookieNames = {
  session: 'antessala_session',
  device: 'antessala_device',
  /** Set after a valid access code; permits one registration. */
  registrationTicket: 'antessala_ticket',
  /** Set while an account waits for its approval; tells the server which account the page may ask about. */
  waitingAccount: 'antessala_waiting',
  /** Set after a correct password, until the second factor is entered. */
  signInTicket: 'antessala_sign_in',
  /** Marks a browser in which somebody has signed in. */
  knownDevice: 'antessala_known',
} as const;

// The first value of a name wins: browsers send the cookie with the most specific path first.
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
 * A browser keeps one cookie jar for http and https of a host, and http cannot replace a cookie that https has set: with equal names,
 * somebody who signed in over https could not sign in over http. Cookies set over https therefore have a prefix, and https ignores
 * cookies without it. `__Host-` also excludes cookies set by other hosts of the domain.
 */
const securePrefix = '__Host-';
/** Prefix of https cookies whose path is not `/`, and of all cookies of releases until 2026-11-22, which are still read. */
const securePathPrefix = '__Secure-';

/** Returns the request's cookies under the names that the program uses. */
export function readCookies(header: string | undefined, isSecure: boolean): Record<string, string> {
  const cookies = parseCookies(header);
  if (!isSecure) return cookies;
  for (const name of Object.values(cookieNames)) {
    const value = cookies[securePrefix + name] ?? cookies[securePathPrefix + name];
    delete cookies[name];
    if (value !== undefined) cookies[name] = value;
  }
  return cookies;
}

/** Returns a Set-Cookie header. Throws TypeError for a name, value or path that is not allowed in it. */
export function serializeCookie(name: string, value: string, options: CookieOptions, isSecure: boolean): string {
  if (!/^[\w.-]+$/.test(name)) throw new TypeError(`Bad cookie name: ${name}`);
  if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value)) throw new TypeError(`Bad value for cookie ${name}`);
  const path = options.path ?? '/';
  // Browsers accept `__Host-` only with Path=/.
  const prefix = isSecure ? (path === '/' ? securePrefix : securePathPrefix) : '';
  if (!/^\/[\x21-\x3a\x3c-\x7e]*$/.test(path)) throw new TypeError(`Bad path for cookie ${name}`);
  return `${prefix}${name}=${value}; Path=${path}; Max-Age=${Math.max(0, Math.floor(options.maxAgeS))}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
