/** Signs the URLs of stored files. They change daily, and are valid for at least one day and at most two (contract/README 3.6). */
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { secretsEqual, sign } from '../../../platform/random.ts';

export type MediaUrls = ReturnType<typeof createMediaUrls>;

/** These need about 10 MB, and are enough for 10,000 contents. Without the cache, signing a list takes as long as reading it. */
const maxCachedSignatures = 40_000;

/** `path`: prefix of the signed URLs. */
export function createMediaUrls(secret: string, clock: Clock, path = '/media/') {
  const { stableMs, validMs } = limits.mediaUrl;
  /** Cached signatures, because a list has hundreds of URLs, and a film is requested in many ranges. */
  const signatures = new Map<string, string>();
  const signatureOf = (text: string): string => signatures.get(text) ?? sign(secret, text);
  const remember = (text: string, signature: string): void => {
    if (signatures.has(text)) return;
    if (signatures.size >= maxCachedSignatures) signatures.clear();
    signatures.set(text, signature);
  };

  return {
    /** Returns `/media/<sha256>.<extension>?e=<expiry, seconds>&s=<signature>`, the same for everybody until midnight UTC. */
    sign(sha256: string, extension: string): string {
      const file = `${sha256}.${extension}`;
      const expiry = String((Math.floor(clock.now() / stableMs) * stableMs + validMs) / 1000);
      const text = `${file}?${expiry}`;
      const signature = signatureOf(text);
      remember(text, signature);
      return `${path}${file}?e=${expiry}&s=${signature}`;
    },
    /** Returns the requested file, or undefined when the signature is wrong or has expired. */
    verify(file: string, query: { e: string; s: string }): { sha256: string; extension: string } | undefined {
      const name = /^([0-9a-f]{64})\.([a-z0-9]{2,5})$/.exec(file);
      if (!name?.[1] || !name[2] || !/^\d{1,12}$/.test(query.e)) return undefined;
      const text = `${file}?${query.e}`;
      const signature = signatureOf(text);
      // Check before caching: invented file names must not fill the cache.
      if (!secretsEqual(query.s, signature)) return undefined;
      remember(text, signature);
      return Number(query.e) * 1000 > clock.now() ? { sha256: name[1], extension: name[2] } : undefined;
    },
  };
}
