/** Time-based one-time passwords as authenticator apps generate them (RFC 6238: SHA-1, six digits, 30 s). Pure. */
import { limits } from '../../../contract/limits.ts';
import { hmacSha1, secretsEqual } from '../../../platform/random.ts';

const { digits, stepS } = limits.secondFactor;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes in base32 (RFC 4648), without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the time step of a time in milliseconds since 1970. */
export const stepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / stepS);

/** Returns the code of a time step. `secret` in base32. */
export function codeOf(secret: string, step: number, length: number = digits): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(step));
  const digest = hmacSha1(fromBase32(secret), message);
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** length).padStart(length, '0');
}

/** Returns the time step of a code, at most one from now; undefined if the code is wrong or its step is not after `lastStep`. */
export function stepOfCode(secret: string, code: string, nowMs: number, lastStep: number): number | undefined {
  const now = stepAt(nowMs);
  return [now - 1, now, now + 1].find((step) => step > lastStep && secretsEqual(codeOf(secret, step), code));
}

/**
 * Returns by how many seconds the phone's clock is ahead of the server's (negative: behind) if a refused code is correct for a
 * time one to two minutes away; undefined otherwise.
 */
export function clockDifferenceS(secret: string, code: string, nowMs: number): number | undefined {
  const offset = [-2, 2, -3, 3, -4, 4].find((steps) => secretsEqual(codeOf(secret, stepAt(nowMs) + steps), code));
  return offset && offset * stepS;
}

/** Returns the otpauth URI for the QR code that authenticator apps scan. */
export function keyUri(secret: string, email: string): string {
  const label = encodeURIComponent(`Antessala:${email}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Antessala&algorithm=SHA1&digits=${digits}&period=${stepS}`;
}
