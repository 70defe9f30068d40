/** Secrets that an administrator lets the browser draw, from its cryptographic source (there on plain http pages too). */
import { limits } from '../../../src/contract/limits.ts';

/** Letters and digits without the look-alikes 0 O o 1 I i L l. */
const passwordAlphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const drawnCodeLength = 8;

/** For 'Gerar' of the password reset (contract/README 1.10): 8 characters. */
export const drawPassword = () => draw(passwordAlphabet, limits.password.generated);
export const drawCode = () => draw(codeAlphabet, drawnCodeLength);

function draw(alphabet: string, length: number): string {
  // Bytes beyond the last whole round of the alphabet would make its first letters likelier.
  const bound = 256 - (256 % alphabet.length);
  let drawn = '';
  while (drawn.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < bound && drawn.length < length) drawn += alphabet[byte % alphabet.length];
    }
  }
  return drawn;
}
