/** Stores new screens, their codes and their devices. Functions that change data must be called inside a transaction. */
import { limits } from '../../../contract/limits.ts';
import type { PlayerStatus } from '../../../contract/players.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, isUniqueViolation } from '../../../platform/storage/database.ts';
import { generateCode } from '../../../platform/random.ts';
import { createCredentialStore } from '../credential-store.ts';

/** Maximum number of attempts to find a free code. */
const maxAttempts = 20;

/** Functions of the store of screens that a reset needs. */
export interface ResetDeps {
  setStatus(playerId: number, status: PlayerStatus): void;
  unassign(playerId: number): void;
}

export function createPairingStore(database: Database, clock: Clock, { setStatus, unassign }: ResetDeps) {
  const credentials = createCredentialStore(database, clock);
  const { identify, tokenExpiresAt, playerIdOfCookie, renew, deleteReplacedTokens, revokeAllOf } = credentials;
  const statements = {
    isSecretCode: database.prepare<[string]>("SELECT 1 FROM settings WHERE key LIKE 'code.%' AND value = ?"),
    insert: database.prepare<[number, string, string, string, number]>(
      'INSERT INTO players (user_id, name, screen_id, activation_code, created_at) VALUES (?, ?, ?, ?, ?)',
    ),
    markActivated: database.prepare<[number]>(
      "UPDATE players SET status = 'active' WHERE id = ? AND status = 'disconnected'",
    ),
    markDisconnected: database.prepare<[number]>(
      "UPDATE players SET status = 'disconnected' WHERE id = ? AND status = 'active'",
    ),
    setCode: database.prepare<[string, number]>('UPDATE players SET activation_code = ?, state = NULL WHERE id = ?'),
    clearPresence: database.prepare<[number]>('UPDATE players SET last_ping = NULL, ip_address = NULL WHERE id = ?'),
  };

  /**
   * Runs `write` with random codes. If a code is taken, tries again with other codes, `maxAttempts` times in all. Never uses one
   * of the server's secret codes. Throws the database's error when all attempts failed.
   */
  function withFreshCodes<T>(write: (codes: { screenId: string; activationCode: string }) => T): T {
    for (let attempt = 1; ; attempt += 1) {
      const codes = {
        screenId: generateCode(limits.screenIdLength),
        activationCode: generateCode(limits.activationCodeLength),
      };
      if (statements.isSecretCode.get(codes.activationCode)) continue;
      try {
        return write(codes);
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === maxAttempts) throw error;
      }
    }
  }

  /** Revokes the credentials of the screen's device, and replaces the screen's code. */
  function revokeAndChangeCode(playerId: number): void {
    credentials.revokeCredentials(playerId);
    withFreshCodes(({ activationCode }) => statements.setCode.run(activationCode, playerId));
  }

  return {
    identify,
    tokenExpiresAt,
    playerIdOfCookie,
    renew,
    deleteReplacedTokens,
    revokeAllOf,

    /** Inserts a screen with new codes; returns its id. */
    insert: (userId: number, name: string): number =>
      withFreshCodes(
        ({ screenId, activationCode }) =>
          statements.insert.run(userId, name, screenId, activationCode, clock.now()).lastInsertRowid,
      ),

    /** Pairs the screen with a device, and activates it if it was disconnected. `credentialsToUse`: random if omitted. */
    pair(
      playerId: number,
      userId: number,
      deviceInfo: string | null,
      credentialsToUse?: { token: string; deviceCookie: string },
    ): { token: string; deviceCookie: string } {
      statements.markActivated.run(playerId);
      return credentials.issueCredentials(playerId, userId, deviceInfo, credentialsToUse);
    },

    /** Unpairs the device; the screen's code remains valid. */
    unpairKeepingCode(playerId: number): void {
      credentials.revokeCredentials(playerId);
      statements.markDisconnected.run(playerId);
    },

    /** Unpairs the device and changes the code. Sets the status `disconnected`, unless the screen is paused or blocked. */
    unpair(playerId: number): void {
      revokeAndChangeCode(playerId);
      statements.markDisconnected.run(playerId);
    },

    /** Unpairs the device because another one replaces it: its further requests fail with `screen_swapped`. Changes the code. */
    swapOut(playerId: number): void {
      credentials.rememberSwapped(playerId);
      revokeAndChangeCode(playerId);
      statements.markDisconnected.run(playerId);
    },

    /** Resets the screen to new: no device, no playlist, status active, a new code. */
    reset(playerId: number): void {
      revokeAndChangeCode(playerId);
      unassign(playerId);
      statements.clearPresence.run(playerId);
      setStatus(playerId, 'active');
    },
  };
}
