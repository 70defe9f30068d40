/** Defines the security headers of every response (src/README 5.2). */
import type { HeaderList } from './writer.ts';

const commonHeaders: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];

const pagePolicy = [
  "default-src 'self'",
  // Blobs are files that a screen has stored.
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  // Old browsers do not match the page's own WebSocket with 'self'.
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** Content policy of responses that are not pages: opened in a browser, they load nothing. */
const loadNothing = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const headersByKind: Record<ResponseKind, HeaderList> = {
  page: [
    ...commonHeaders,
    ['content-security-policy', pagePolicy],
    ['cross-origin-opener-policy', 'same-origin'],
    ['x-frame-options', 'SAMEORIGIN'],
    // In the settings of the calls, people record spoken words with the microphone.
    ['permissions-policy', 'camera=(), microphone=(self), geolocation=()'],
  ],
  data: [...commonHeaders, ['content-security-policy', loadNothing]],
  media: [...commonHeaders, ['content-security-policy', `${loadNothing}; sandbox`]],
};

/** `page`: HTML and the files it loads. `data`: API responses. `media`: uploaded files. */
export type ResponseKind = 'page' | 'data' | 'media';

/** HSTS for a year, for this host alone. */
const hstsHeader: HeaderList = [['strict-transport-security', 'max-age=31536000']];

/** Returns a response's security headers. `isHttpsOnly` tells browsers to use only https; false where http is served too. */
export function securityHeaders(kind: ResponseKind, isSecure: boolean, isHttpsOnly = false): HeaderList {
  return isSecure && isHttpsOnly ? [...headersByKind[kind], ...hstsHeader] : headersByKind[kind];
}

/** True if an Accept-Encoding header accepts the encoding. */
export function acceptsEncoding(acceptEncoding: string | undefined, encoding: string): boolean {
  return (acceptEncoding ?? '').split(',').some((item) => {
    const [name, ...parameters] = item
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Returns a strong entity tag as written in headers (RFC 9110, section 13). */
export const strongTag = (etag: string) => `"${etag}"`;

/** True when If-None-Match contains the tag or `*`. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((item) => ['*', strongTag(etag)].includes(item.trim().replace(/^W\//, '')));
}
