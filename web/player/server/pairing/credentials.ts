/**
 * The device's credentials (contract/README 10.1): a fixed key in local storage, plus session storage entries for
 * token, mode, id and user id.
 */
import { keepPairingChange } from './pairing-change.ts';
import { type Credentials, isPairing } from './pairing.ts';

const storedKey = 'antessala_player';
const sessionKeys = { token: 'player_token', mode: 'player_mode', id: 'player_id', userId: 'player_user_id' };

/** The pairing of this device; undefined when it has none. */
export function findCredentials(): Credentials | undefined {
  try {
    const stored = localStorage.getItem(storedKey);
    const value: unknown = stored ? JSON.parse(stored) : fromSession();
    if (isPairing(value)) return { token: value.token, playerId: value.playerId, userId: value.userId };
  } catch {
    // Storage is refused or its content damaged: the same as not paired.
  }
  return undefined;
}

const fromSession = (): Partial<Credentials> => ({
  token: sessionStorage.getItem(sessionKeys.token) ?? '',
  playerId: Number(sessionStorage.getItem(sessionKeys.id)),
  userId: Number(sessionStorage.getItem(sessionKeys.userId)),
});

/** Resolves when a power cut no longer loses them. Throws at once when the browser refuses to store ('Erro ao salvar credenciais'). */
export function saveCredentials(credentials: Credentials): Promise<void> {
  const replaced = findCredentials()?.token ?? null;
  localStorage.setItem(storedKey, JSON.stringify(credentials));
  enterPlayerMode(credentials);
  return keepPairingChange({ replaced, credentials });
}

/** Puts a stored pairing into the session: from here on /play opens. */
export function enterPlayerMode(credentials: Credentials): void {
  sessionStorage.setItem(sessionKeys.token, credentials.token);
  sessionStorage.setItem(sessionKeys.mode, 'true');
  sessionStorage.setItem(sessionKeys.id, String(credentials.playerId));
  sessionStorage.setItem(sessionKeys.userId, String(credentials.userId));
}

/** Contract/README 10.1: player mode is on when the session values for mode, player id and user id exist. */
export function isPlayerMode(): boolean {
  try {
    return [sessionKeys.mode, sessionKeys.id, sessionKeys.userId].every((key) => Boolean(sessionStorage.getItem(key)));
  } catch {
    return false;
  }
}

/** Forgets the pairing; other entries of the site stay. */
export function clearCredentials(): void {
  const replaced = findCredentials()?.token;
  if (replaced !== undefined) void keepPairingChange({ replaced, credentials: null });
  try {
    localStorage.removeItem(storedKey);
    for (const key of Object.keys(sessionKeys) as (keyof typeof sessionKeys)[])
      sessionStorage.removeItem(sessionKeys[key]);
  } catch {
    // What can't be written can't be read either.
  }
}

/** User agent, screen and timestamp, sent with an activation, a pairing or a renewal. */
export const deviceInfo = (): { userAgent: string; resolution?: string; timestamp: string } => ({
  userAgent: navigator.userAgent,
  resolution: [screen.width, screen.height].map((side) => Math.round(side * devicePixelRatio)).join('x'),
  timestamp: new Date().toISOString(),
});
