/** The only access to randomness. */
import { createHash, createHmac, randomBytes, randomFillSync, randomInt, timingSafeEqual } from 'node:crypto';

/** Returns a uniform number in [0, 1). Shuffles take it as a parameter, so that tests can seed it. */
export type Random = () => number;

/** Fills a buffer with random bytes, so that file systems cannot compress it. */
export const fillRandomly = (bytes: Buffer): Buffer => randomFillSync(bytes);

/** Numbers generated in advance: one call into the operating system per number makes long shuffles twenty times slower. */
const generatedAhead = new Uint32Array(1024);
let usedCount = generatedAhead.length;

/** Cryptographically secure source of random numbers. */
export const systemRandom: Random = () => {
  if (usedCount === generatedAhead.length) {
    randomFillSync(generatedAhead);
    usedCount = 0;
  }
  return (generatedAhead[usedCount++] as number) / 0x1_0000_0000;
};

/** Returns a repeatable generator for tests (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A-Z and 2-9 without the look-alikes 0 O 1 I L. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const passwordAlphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

function generate(alphabet: string, length: number): string {
  let value = '';
  for (let i = 0; i < length; i += 1) value += alphabet[randomInt(alphabet.length)];
  return value;
}

/** Returns a code for people to type. */
export const generateCode = (length: number): string => generate(codeAlphabet, length);
export const generatePassword = (length: number): string => generate(passwordAlphabet, length);

/** Returns cryptographically secure random bytes. */
export const generateBytes = (length: number): Buffer => randomBytes(length);
/** Returns a number of this many digits, for people to compare. */
export const generateDigits = (length: number): string => generate('0123456789', length);

/** Returns a random key (72 bits) for a row. Unlike an id, it is never given to another row after a restore. Not secret. */
export const generateKey = (): string => generateBytes(9).toString('base64url');

/** Returns a random token of 256 bits in base64url. */
export const generateToken = (): string => randomBytes(32).toString('base64url');

export const sha256Hex = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex');

/** Returns the HMAC-SHA-256 in base64url. */
export const sign = (secret: string, value: string): string =>
  createHmac('sha256', secret).update(value).digest('base64url');

/** Compares two secrets in constant time, also with different lengths. */
export function secretsEqual(a: string, b: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Returns the HMAC-SHA-1 that authenticator apps use (RFC 4226). */
export const hmacSha1 = (secret: Uint8Array, message: Uint8Array): Buffer =>
  createHmac('sha1', secret).update(message).digest();

/** Returns the HMAC-SHA-256 of `text` in hex. */
export const hmacSha256Hex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
