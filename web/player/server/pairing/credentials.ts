/** Stores the device's credentials in local storage, with copies in session storage (contract/README 10.1). */
import { storePairingChange } from './pairing-change.ts';
import { type Credentials, isPairing } from './pairing.ts';

const storedKey = 'antessala_player';
const sessionKeys = { token: 'player_token', mode: 'player_mode', id: 'player_id', userId: 'player_user_id' };

/** Returns the pairing of this device; undefined when it has none. */
export function findCredentials(): Credentials | undefined {
  try {
    const stored = localStorage.getItem(storedKey);
    const value: unknown = stored ? JSON.parse(stored) : fromSession();
    if (isPairing(value)) return { token: value.token, playerId: value.playerId, userId: value.userId };
  } catch {
    // Storage is refused or damaged: the device counts as not paired.
  }
  return undefined;
}

const fromSession = (): Partial<Credentials> => ({
  token: sessionStorage.getItem(sessionKeys.token) ?? '',
  playerId: Number(sessionStorage.getItem(sessionKeys.id)),
  userId: Number(sessionStorage.getItem(sessionKeys.userId)),
});

/** Stores the credentials. Resolves when a power cut no longer loses them. Throws at once when the browser refuses to store them. */
export function saveCredentials(credentials: Credentials): Promise<void> {
  const replaced = findCredentials()?.token ?? null;
  localStorage.setItem(storedKey, JSON.stringify(credentials));
  enterPlayerMode(credentials);
  return storePairingChange({ replaced, credentials });
}

/** Copies a stored pairing into session storage, so that /play opens. */
export function enterPlayerMode(credentials: Credentials): void {
  sessionStorage.setItem(sessionKeys.token, credentials.token);
  sessionStorage.setItem(sessionKeys.mode, 'true');
  sessionStorage.setItem(sessionKeys.id, String(credentials.playerId));
  sessionStorage.setItem(sessionKeys.userId, String(credentials.userId));
}

/** True in player mode: session storage has mode, player id and user id (contract/README 10.1). */
export function isPlayerMode(): boolean {
  try {
    return [sessionKeys.mode, sessionKeys.id, sessionKeys.userId].every((key) => Boolean(sessionStorage.getItem(key)));
  } catch {
    return false;
  }
}

/** Deletes the pairing; other entries of the site remain. */
export function clearCredentials(): void {
  const replaced = findCredentials()?.token;
  if (replaced !== undefined) void storePairingChange({ replaced, credentials: null });
  try {
    localStorage.removeItem(storedKey);
    for (const key of Object.keys(sessionKeys) as (keyof typeof sessionKeys)[])
      sessionStorage.removeItem(sessionKeys[key]);
  } catch {
    // Storage that can't be written can't be read either.
  }
}

/** Returns user agent, screen size and time, sent with an activation, a pairing or a renewal. */
export const deviceInfo = (): { userAgent: string; resolution?: string; timestamp: string } => ({
  userAgent: navigator.userAgent,
  resolution: [screen.width, screen.height].map((side) => Math.round(side * devicePixelRatio)).join('x'),
  timestamp: new Date().toISOString(),
});
