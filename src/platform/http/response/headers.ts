/** Security headers of every answer (src/README 5.2). */
import type { HeaderList } from './writer.ts';

const everywhere: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];

const pagePolicy = [
  "default-src 'self'",
  // Blobs: what a screen has stored.
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  // Old engines do not count the page's own socket as 'self'.
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** Content policy of responses that are not pages: they load nothing, wherever somebody opens them. */
const nothing = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const kinds: Record<ResponseKind, HeaderList> = {
  page: [
    ...everywhere,
    ['content-security-policy', pagePolicy],
    ['x-frame-options', 'SAMEORIGIN'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
  ],
  data: [...everywhere, ['content-security-policy', nothing]],
  media: [...everywhere, ['content-security-policy', `${nothing}; sandbox`]],
};

/** `page`: HTML and what it loads. `data`: API answers. `media`: what people uploaded. */
export type ResponseKind = 'page' | 'data' | 'media';

/** A year; this host alone. */
const onlySecure: HeaderList = [['strict-transport-security', 'max-age=31536000']];
const securePage: HeaderList = [...kinds.page, ['cross-origin-opener-policy', 'same-origin']];

/** `isOnlySecure`: nobody is to come back over http; not where http is spoken beside it, for old boxes. */
export function securityHeaders(kind: ResponseKind, isSecure: boolean, isOnlySecure = false): HeaderList {
  const own = kind === 'page' && isSecure ? securePage : kinds[kind];
  return isSecure && isOnlySecure ? [...own, ...onlySecure] : own;
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

/** The entity tag as it is in headers: strong (RFC 9110, section 13). */
export const strongTag = (etag: string) => `"${etag}"`;

/** True when If-None-Match names the tag. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((item) => ['*', strongTag(etag)].includes(item.trim().replace(/^W\//, '')));
}
