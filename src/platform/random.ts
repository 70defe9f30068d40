/** The only access to randomness. */
import { createHash, createHmac, randomBytes, randomFillSync, randomInt, timingSafeEqual } from 'node:crypto';

/** Uniform in [0, 1): what shuffles take, so that tests can seed it. */
export type Random = () => number;

/** For bytes that only have to be no zeros and no pattern. */
export const fillRandomly = (bytes: Buffer): Buffer => randomFillSync(bytes);

/** Generated ahead: one call into the operating system per number makes long shuffles twenty times slower. */
const generatedAhead = new Uint32Array(1024);
let used = generatedAhead.length;

/** Cryptographic source. */
export const systemRandom: Random = () => {
  if (used === generatedAhead.length) {
    randomFillSync(generatedAhead);
    used = 0;
  }
  return (generatedAhead[used++] as number) / 0x1_0000_0000;
};

/** A repeatable generator for tests (mulberry32). */
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

/** A code for people to type. */
export const generateCode = (length: number): string => generate(codeAlphabet, length);
export const generatePassword = (length: number): string => generate(passwordAlphabet, length);

/** Cryptographic. */
export const generateBytes = (length: number): Buffer => randomBytes(length);
/** Returns a number of this many digits, for people to compare. */
export const generateDigits = (length: number): string => generate('0123456789', length);

/** 256 bits, base64url. */
export const generateToken = (): string => randomBytes(32).toString('base64url');

export const sha256Hex = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex');

/** HMAC-SHA-256, base64url. */
export const sign = (secret: string, value: string): string =>
  createHmac('sha256', secret).update(value).digest('base64url');

/** Equality in constant time, whatever the lengths. */
export function secretsEqual(a: string, b: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** HMAC-SHA-1, as authenticator apps use it (RFC 4226). */
export const hmacSha1 = (secret: Uint8Array, message: Uint8Array): Buffer =>
  createHmac('sha1', secret).update(message).digest();

/** HMAC-SHA256 of `text`, hex. */
export function hmacSha256Hex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
