/**
 * Holds generated keys of second factors in memory until a first code is entered, so that a browser cannot choose the key. A key
 * belongs to the session or sign-in ticket that requested it (`holder`). Only the newest 1,000 keys are held.
 */
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { generateBytes } from '../../../platform/random.ts';
import { base32, keyUri } from './totp.ts';

const keyBytes = 20;
const maxKeys = 1_000;

export function createOfferedKeys(clock: Clock) {
  /** Keys by holder, the oldest first. `expiresAt`: monotonic milliseconds. */
  const keys = new Map<string, { secret: string; expiresAt: number }>();

  return {
    /** Returns a new key, which replaces the holder's previous one. */
    offer(holder: string, email: string): { secret: string; uri: string } {
      const secret = base32(generateBytes(keyBytes));
      keys.delete(holder);
      keys.set(holder, { secret, expiresAt: clock.monotonic() + limits.secondFactor.keyMs });
      if (keys.size > maxKeys) keys.delete(keys.keys().next().value as string);
      return { secret, uri: keyUri(secret, email) };
    },
    /** Returns the holder's key. Throws conflict if there is none or it has expired. */
    findOrThrow(holder: string): string {
      const key = keys.get(holder);
      if (key && key.expiresAt > clock.monotonic()) return key.secret;
      throw new AppError('conflict', 'Esta chave não vale mais. Feche, comece de novo e leia o novo QR code.');
    },
    drop: (holder: string): void => void keys.delete(holder),
  };
}
