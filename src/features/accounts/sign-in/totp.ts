/** Codes that change with the time (RFC 6238: SHA-1, six digits, 30 s), as every authenticator app makes them. Pure. */
import { limits } from '../../../contract/limits.ts';
import { hmacSha1, secretsEqual } from '../../../platform/random.ts';

const { digits, stepS } = limits.secondFactor;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const stepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / stepS);

/** `secret` in base32. */
export function codeOf(secret: string, step: number, length: number = digits): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(step));
  const digest = hmacSha1(fromBase32(secret), message);
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** length).padStart(length, '0');
}

/** Returns the step of a code: now, one before or one after, as clocks differ, but none up to the used `lastStep`. */
export function stepOfCode(secret: string, code: string, nowMs: number, lastStep: number): number | undefined {
  const now = stepAt(nowMs);
  return [now - 1, now, now + 1].find((step) => step > lastStep && secretsEqual(codeOf(secret, step), code));
}

/** Returns the address in the QR code for authenticator apps. */
export function keyUri(secret: string, email: string): string {
  const label = encodeURIComponent(`Antessala:${email}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Antessala&algorithm=SHA1&digits=${digits}&period=${stepS}`;
}
