import type { CookieOptions } from '../contract/endpoint.ts';

/** The names the whole program uses. */
export const cookieNames = { session: 'antessala_session', device: 'antessala_device', ticket: 'antessala_ticket' } as const;

/** First value wins: browsers send the most specific path first. */
export function parseCookies(header: string | undefined): Record<string, string> {
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

/** Throws TypeError for a name or value that would not survive the header. */
export function serializeCookie(name: string, value: string, options: CookieOptions, isSecure: boolean): string {
  if (!/^[\w.-]+$/.test(name)) throw new TypeError(`Bad cookie name: ${name}`);
  if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value)) throw new TypeError(`Bad value for cookie ${name}`);
  const path = options.path ?? '/';
  if (!/^\/[\x21-\x3a\x3c-\x7e]*$/.test(path)) throw new TypeError(`Bad path for cookie ${name}`);
  return `${name}=${value}; Path=${path}; Max-Age=${Math.max(0, Math.floor(options.maxAgeS))}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
