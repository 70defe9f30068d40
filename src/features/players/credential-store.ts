/**
 * Stores devices' credentials: a bearer token that is valid for 90 days, and a cookie that outlives it. Only hashes are
 * stored. A renewal issues a new token; the previous one stays valid for a minute, so that a lost response or a request
 * in progress does not unpair the screen. After that minute the device must send its cookie to renew.
 */
import type { PlayerActor } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { inOrder, inBatches } from '../../platform/storage/purge.ts';
import { generateToken, sha256Hex } from '../../platform/random.ts';
import { withoutSeal } from './pairing/device-cookies.ts';

const tokenMs = limits.playerTokenDays * 86_400_000;
const graceMs = 60_000;

interface TokenRow {
  player_id: number;
  user_id: number;
  expires_at: number;
  is_active: number;
  /** Time of the last use, or of the renewal that replaced the token; milliseconds since 1970. */
  last_used: number | null;
  status: string;
  owner_status: string;
}

/** Credentials that a device sends to request a new token. */
export interface RenewalCredentials {
  bearer: string | undefined;
  deviceCookie: string | undefined;
}

function createAccountRevocation(database: Database) {
  const deleteTokensOf = database.prepare<[number]>(
    'DELETE FROM player_tokens WHERE player_id IN (SELECT id FROM players WHERE user_id = ?)',
  );
  const deleteSessionsOf = database.prepare<[number]>('DELETE FROM player_sessions WHERE user_id = ?');
  return {
    /** Revokes the credentials of all screens of an account. */
    revokeAllOf(userId: number): void {
      for (const statement of [deleteTokensOf, deleteSessionsOf]) statement.run(userId);
    },
  };
}

/** Stores which devices were replaced by another device (contract/README 9.10). */
function createSwappedDevices(database: Database, clock: Clock) {
  const find = database.prepare<[string]>('SELECT 1 FROM swapped_devices WHERE hash = ?');
  const remember = database.prepare<[{ player: number; now: number }]>(`
    INSERT OR IGNORE INTO swapped_devices (hash, swapped_at)
    SELECT token, @now FROM player_tokens WHERE player_id = @player
    UNION ALL SELECT cookie_hash, @now FROM player_sessions WHERE player_id = @player`);
  const removeBefore = database.prepare<[number, number]>(
    'DELETE FROM swapped_devices WHERE hash IN (SELECT hash FROM swapped_devices WHERE swapped_at < ? LIMIT ?)',
  );
  const has = (hash: string): boolean => find.get(hash) !== undefined;
  return {
    has,
    hasAny: ({ bearer, deviceCookie }: RenewalCredentials): boolean =>
      [bearer, deviceCookie && withoutSeal(deviceCookie)].some(
        (secret) => secret !== undefined && has(sha256Hex(secret)),
      ),
    /** Refuses the credentials of the screen's current device as `swapped` from now on. */
    remember: (playerId: number): void => void remember.run({ player: playerId, now: clock.now() }),
    /** Forgets devices that were replaced more than 400 days ago; such a device counts as new when it returns. */
    forget: (limit: number): number =>
      removeBefore.run(clock.now() - limits.knownDeviceDays * 86_400_000, limit).changes,
  };
}

/** Returns when an active token expires, in milliseconds since 1970; 0 for any other token. */
function createTokenExpiry(database: Database): (bearer: string) => number {
  const find = database.prepare<[string], { expires_at: number }>(
    'SELECT expires_at FROM player_tokens WHERE token = ? AND is_active = 1',
  );
  return (bearer) => find.get(sha256Hex(bearer))?.expires_at ?? 0;
}

const isBlocked = (row: { status: string; owner_status: string }): boolean =>
  row.status === 'blocked' || row.owner_status !== 'approved';

/** Tokens issued by renewals of the last minute, by screen: a repeated renewal returns the same token. */
function createRecentRenewals(clock: Clock) {
  const tokens = new Map<number, string>();
  return {
    get: (playerId: number) => tokens.get(playerId),
    delete: (playerId: number) => tokens.delete(playerId),
    add(playerId: number, token: string): void {
      tokens.set(playerId, token);
      clock.after(graceMs, () => {
        if (tokens.get(playerId) === token) tokens.delete(playerId);
      });
    },
  };
}

function prepareStatements(database: Database) {
  return {
    findToken: database.prepare<[string], TokenRow>(`
    SELECT t.player_id, p.user_id, t.expires_at, t.is_active, t.last_used, p.status, o.status AS owner_status
    FROM player_tokens t JOIN players p ON p.id = t.player_id JOIN users o ON o.id = p.user_id
    WHERE t.token = ?`),
    findByCookie: database.prepare<[string], { player_id: number }>(
      'SELECT player_id FROM player_sessions WHERE cookie_hash = ?',
    ),
    findAccess: database.prepare<[number], { user_id: number; status: string; owner_status: string }>(
      'SELECT p.user_id, p.status, o.status AS owner_status FROM players p JOIN users o ON o.id = p.user_id WHERE p.id = ?',
    ),
    insertToken: database.prepare<[number, string, number, string | null, number]>(
      'INSERT INTO player_tokens (player_id, token, expires_at, device_info, created_at) VALUES (?, ?, ?, ?, ?)',
    ),
    deactivateTokens: database.prepare<[number, number, number]>(
      'UPDATE player_tokens SET is_active = 0, expires_at = min(expires_at, ?), last_used = ? WHERE player_id = ? AND is_active = 1',
    ),
    deleteReplacedOf: database.prepare<[number, number]>(
      'DELETE FROM player_tokens WHERE player_id = ? AND is_active = 0 AND last_used <= ?',
    ),
    deleteAllReplaced: database.prepare<[number, number]>(
      `DELETE FROM player_tokens WHERE id IN (
       SELECT id FROM player_tokens WHERE is_active = 0 AND coalesce(last_used, 0) <= ? LIMIT ?)`,
    ),
    deleteTokens: database.prepare<[number]>('DELETE FROM player_tokens WHERE player_id = ?'),
    insertSession: database.prepare<[number, number, string, string | null, number]>(
      'INSERT INTO player_sessions (player_id, user_id, cookie_hash, device_info, created_at) VALUES (?, ?, ?, ?, ?)',
    ),
    deleteSession: database.prepare<[number]>('DELETE FROM player_sessions WHERE player_id = ?'),
  };
}

export function createCredentialStore(
  database: Database,
  clock: Clock,
  swapped = createSwappedDevices(database, clock),
) {
  const {
    findToken,
    findByCookie,
    findAccess,
    insertToken,
    deactivateTokens,
    deleteReplacedOf,
    deleteAllReplaced,
    deleteTokens,
    insertSession,
    deleteSession,
  } = prepareStatements(database);
  const recentRenewals = createRecentRenewals(clock);
  const isUsable = (row: TokenRow) => {
    if (row.is_active === 1) return true;
    const sinceReplacedMs = clock.now() - (row.last_used ?? 0);
    // Negative when the clock was set back: a replaced token must not become valid again.
    return sinceReplacedMs >= 0 && sinceReplacedMs < graceMs;
  };

  function issueToken(playerId: number, deviceInfo: string | null, token = generateToken()): string {
    insertToken.run(playerId, sha256Hex(token), clock.now() + tokenMs, deviceInfo, clock.now());
    return token;
  }

  function revokeCredentials(playerId: number): void {
    deleteTokens.run(playerId);
    deleteSession.run(playerId);
    recentRenewals.delete(playerId);
  }

  function hasValidCredentials(playerId: number, { bearer, deviceCookie }: RenewalCredentials): boolean {
    const token = bearer ? findToken.get(sha256Hex(bearer)) : undefined;
    if (token?.player_id === playerId && isUsable(token)) return true;
    return deviceCookie !== undefined && findByCookie.get(sha256Hex(withoutSeal(deviceCookie)))?.player_id === playerId;
  }

  return {
    /**
     * Returns the screen that a token belongs to, or why it is refused. `expired`: a renewal is possible. `blocked`: the screen
     * or its owner is blocked; the token works again when both are unblocked. `swapped`: another device was given the screen.
     */
    identify(bearer: string): PlayerActor | 'expired' | 'blocked' | 'swapped' | undefined {
      const hash = sha256Hex(bearer);
      const row = findToken.get(hash);
      if (!row) return swapped.has(hash) ? 'swapped' : undefined;
      if (!isUsable(row)) return undefined;
      if (isBlocked(row)) return 'blocked';
      if (row.expires_at <= clock.now()) return 'expired';
      return { kind: 'player', playerId: row.player_id, userId: row.user_id };
    },

    /** Returns the id of the screen whose device has this cookie. */
    playerIdOfCookie: (deviceCookie: string | undefined): number | undefined =>
      deviceCookie ? findByCookie.get(sha256Hex(withoutSeal(deviceCookie)))?.player_id : undefined,

    /** Pairs the screen with a device, and revokes the previous device's credentials. `credentialsToUse`: random if omitted. */
    issueCredentials(
      playerId: number,
      userId: number,
      deviceInfo: string | null,
      credentialsToUse: { token?: string; deviceCookie?: string } = {},
    ): { token: string; deviceCookie: string } {
      revokeCredentials(playerId);
      const deviceCookie = credentialsToUse.deviceCookie ?? generateToken();
      insertSession.run(playerId, userId, sha256Hex(deviceCookie), deviceInfo, clock.now());
      return { token: issueToken(playerId, deviceInfo, credentialsToUse.token), deviceCookie };
    },

    ...{ revokeCredentials, ...createAccountRevocation(database) },
    rememberSwapped: swapped.remember,
    tokenExpiresAt: createTokenExpiry(database),

    /**
     * Deletes tokens that a renewal replaced, and forgets devices that were replaced long ago. Returns the number of deleted
     * rows. Expired tokens stay: a screen that was switched off for months renews with its expired token.
     */
    deleteReplacedTokens: (): Promise<number> =>
      inBatches(
        database,
        inOrder((limit) => deleteAllReplaced.run(clock.now() - graceMs, limit).changes, swapped.forget),
      ),

    /** Returns a new token for the screen's device, or why it is refused. Calls within one minute return the same token. */
    renew(
      playerId: number,
      credentials: RenewalCredentials,
      deviceInfo: string | null,
    ): { userId: number; token: string } | 'blocked' | 'swapped' | undefined {
      const access = findAccess.get(playerId);
      if (!access || !hasValidCredentials(playerId, credentials))
        return swapped.hasAny(credentials) ? 'swapped' : undefined;
      if (isBlocked(access)) return 'blocked';
      const recentToken = recentRenewals.get(playerId);
      if (recentToken !== undefined) return { userId: access.user_id, token: recentToken };
      const now = clock.now();
      deleteReplacedOf.run(playerId, now - graceMs);
      deactivateTokens.run(now + graceMs, now, playerId);
      const token = issueToken(playerId, deviceInfo);
      database.afterCommit(() => recentRenewals.add(playerId, token));
      return { userId: access.user_id, token };
    },
  };
}
