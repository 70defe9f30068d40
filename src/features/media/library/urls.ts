/** Signed URLs of stored files: they change daily, and are valid for at least one day and at most two (contract/README 3.6). */
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { secretsEqual, sign } from '../../../platform/random.ts';

export type MediaUrls = ReturnType<typeof createMediaUrls>;

/** About 10 MB, enough for 10,000 contents. Without this cache, signing a list takes as long as reading it. */
const mostSigned = 40_000;

/** `path`: prefix of the signed URLs. */
export function createMediaUrls(secret: string, clock: Clock, path = '/media/') {
  const { stableMs, validMs } = limits.mediaUrl;
  /** Cached signatures, because a list has hundreds of URLs, and a film is requested in many ranges. */
  const signed = new Map<string, string>();
  const signature = (text: string): string => signed.get(text) ?? sign(secret, text);
  const keep = (text: string, made: string): void => {
    if (signed.has(text)) return;
    if (signed.size >= mostSigned) signed.clear();
    signed.set(text, made);
  };

  return {
    /** Returns `/media/<sha256>.<extension>?e=<expiry, seconds>&s=<signature>`, the same for everybody until midnight UTC. */
    sign(sha256: string, extension: string): string {
      const file = `${sha256}.${extension}`;
      const expiry = String((Math.floor(clock.now() / stableMs) * stableMs + validMs) / 1000);
      const text = `${file}?${expiry}`;
      const made = signature(text);
      keep(text, made);
      return `${path}${file}?e=${expiry}&s=${made}`;
    },
    /** Returns the requested file, or undefined when the signature is wrong or has expired. */
    verify(file: string, query: { e: string; s: string }): { sha256: string; extension: string } | undefined {
      const name = /^([0-9a-f]{64})\.([a-z0-9]{2,5})$/.exec(file);
      if (!name?.[1] || !name[2] || !/^\d{1,12}$/.test(query.e)) return undefined;
      const text = `${file}?${query.e}`;
      const made = signature(text);
      // Do not cache invented signatures.
      if (!secretsEqual(query.s, made)) return undefined;
      keep(text, made);
      return Number(query.e) * 1000 > clock.now() ? { sha256: name[1], extension: name[2] } : undefined;
    },
  };
}
