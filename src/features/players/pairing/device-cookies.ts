/**
 * Signs a device's cookie together with its screen and the time of its pairing. So a standby that has taken over recognizes a
 * device that was paired after the standby's last copy; otherwise somebody would have to pair it again.
 */
import type { Clock } from '../../../platform/clock.ts';
import { secretsEqual, sha256Hex, sign } from '../../../platform/random.ts';
import type { SettingsStore } from '../../settings/store.ts';

export type DeviceCookies = ReturnType<typeof createDeviceCookies>;

/** A pairing that the previous server made after the copy with which this server took over. */
export interface LostPairing {
  playerId: number;
  userId: number;
  /** Time of that copy in milliseconds since 1970. */
  copiedAt: number;
}

const usedKey = (sealed: string) => `takenOver.used.${sha256Hex(sealed)}`;

export function createDeviceCookies(settings: Pick<SettingsStore, 'get' | 'set' | 'secret'>, clock: Clock) {
  return {
    /** Returns the cookie with screen, account and time of the pairing, and their signature. */
    seal(cookie: string, { playerId, userId }: { playerId: number; userId: number }): string {
      const payload = `${cookie}~${playerId}.${userId}.${clock.now()}`;
      return `${payload}.${sign(settings.secret('deviceKeys'), payload)}`;
    },

    /**
     * Returns the screen that the previous server paired with this device after the copy; undefined for any other cookie. Older
     * pairings are in the copy, or have ended. Cookies of this server are signed with another key, because a take-over renames
     * the previous server's key (standby/adopt.ts).
     */
    findLost(sealed: string): LostPairing | undefined {
      const key = settings.get('takenOver.deviceKeys');
      const copiedAt = Number(settings.get('takenOver.copiedAt'));
      const [, payload = '', playerId, userId, pairedAt, signature = ''] =
        /^([\w-]+~(\d+)\.(\d+)\.(\d+))\.([\w-]+)$/.exec(sealed) ?? [];
      if (key === undefined || !secretsEqual(signature, sign(key, payload)) || !(Number(pairedAt) >= copiedAt))
        return undefined;
      return { playerId: Number(playerId), userId: Number(userId), copiedAt };
    },

    isUsed: (sealed: string): boolean => settings.get(usedKey(sealed)) !== undefined,
    markUsed: (sealed: string): void => settings.set(usedKey(sealed), '1'),
  };
}

/** Returns the part of a cookie whose hash the database stores. */
export const withoutSeal = (cookie: string): string => cookie.split('~', 1)[0] ?? '';
