/** Compares a client's cached copy: strong entity tags (RFC 9110, section 13). */

/** The tag as it is in headers. */
export const strongTag = (etag: string) => `"${etag}"`;

/** True when If-None-Match names the tag. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((item) => ['*', strongTag(etag)].includes(item.trim().replace(/^W\//, '')));
}
