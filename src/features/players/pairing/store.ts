/** New screens, their codes, and the devices that hold them. Functions that change data must be called inside a transaction. */
import { limits } from '../../../contract/limits.ts';
import type { PlayerStatus } from '../../../contract/players.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, isUniqueViolation } from '../../../platform/storage/database.ts';
import { generateCode } from '../../../platform/random.ts';
import { createCredentialStore } from '../credential-store.ts';

/** Maximum number of attempts to find a free code. */
const maxAttempts = 20;

/** Side effects of a reset outside the screen's own row. */
export interface ResetDeps {
  setStatus(playerId: number, status: PlayerStatus): void;
  unassign(playerId: number): void;
}

export function createPairingStore(database: Database, clock: Clock, { setStatus, unassign }: ResetDeps) {
  const credentials = createCredentialStore(database, clock);
  const { identify, goodUntil, heldBy, openDevice, closeDevice, renew, forgetReplaced } = credentials;
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
    forgetDevice: database.prepare<[number]>('UPDATE players SET last_ping = NULL, ip_address = NULL WHERE id = ?'),
  };

  /** Runs `write` with random codes until they are unused; none equals one of the server's secret codes. */
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

  /** The device that held the screen is released, and the code it used opens nothing any more. */
  function release(playerId: number): void {
    closeDevice(playerId);
    withFreshCodes(({ activationCode }) => statements.setCode.run(activationCode, playerId));
  }

  return {
    identify,
    goodUntil,
    heldBy,
    renew,
    forgetReplaced,

    /** A new screen with codes of its own; returns its id. */
    insert: (userId: number, name: string): number =>
      withFreshCodes(
        ({ screenId, activationCode }) =>
          statements.insert.run(userId, name, screenId, activationCode, clock.now()).lastInsertRowid,
      ),

    /** Gives the screen to a device; a disconnected screen is active again. `given`: its token and cookie, else drawn. */
    pair(
      playerId: number,
      userId: number,
      deviceInfo: string | null,
      given?: { token: string; deviceCookie: string },
    ): { token: string; deviceCookie: string } {
      statements.markActivated.run(playerId);
      return openDevice(playerId, userId, deviceInfo, given);
    },

    /** The device gives the screen back; its code stays. */
    closeDevice(playerId: number): void {
      closeDevice(playerId);
      statements.markDisconnected.run(playerId);
    },

    /** Status `disconnected`, unless an administrator paused or blocked the screen; a new code. */
    unpair(playerId: number): void {
      release(playerId);
      statements.markDisconnected.run(playerId);
    },

    /** Unpairs the screen and tells its device that it was replaced. */
    swapOut(playerId: number): void {
      credentials.rememberSwapped(playerId);
      release(playerId);
      statements.markDisconnected.run(playerId);
    },

    /** Resets the screen to new: no device, no playlist, status active, a new code. */
    reset(playerId: number): void {
      release(playerId);
      unassign(playerId);
      statements.forgetDevice.run(playerId);
      setStatus(playerId, 'active');
    },
  };
}
