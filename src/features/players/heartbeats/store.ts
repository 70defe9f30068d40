/** Writes heartbeats to columns of `players`, and the last use of tokens. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';

/** A heartbeat to be written. */
export interface StoredHeartbeat {
  playerId: number;
  /** SHA-256 of the token that the heartbeat was sent with; null does not update the token's last use. */
  tokenHash: string | null;
  /** Milliseconds since 1970. */
  lastPing: number;
  ipAddress: string | null;
  /** The reported state as JSON; null keeps the stored one. */
  state: string | null;
}

export function createHeartbeatStore(database: Database, clock: Clock) {
  const saveHeartbeat = database.prepare<[number, string | null, string | null, number]>(
    'UPDATE players SET last_ping = ?, ip_address = ?, state = COALESCE(?, state) WHERE id = ?',
  );
  const saveTokenUse = database.prepare<[number, string]>(
    'UPDATE player_tokens SET last_used = ? WHERE token = ? AND is_active = 1',
  );
  const lastSeenBetween = database.prepare<[number, number], { playerId: number; userId: number; lastPing: number }>(`
    SELECT p.id AS playerId, p.user_id AS userId, p.last_ping AS lastPing
    FROM players p JOIN player_sessions s ON s.player_id = p.id
    WHERE p.last_ping > ? AND p.last_ping <= ?`);

  return {
    save(heartbeat: StoredHeartbeat): void {
      saveHeartbeat.run(heartbeat.lastPing, heartbeat.ipAddress, heartbeat.state, heartbeat.playerId);
      if (heartbeat.tokenHash !== null) saveTokenUse.run(heartbeat.lastPing, heartbeat.tokenHash);
    },

    /** Returns paired screens with a heartbeat in the last `withinMs` milliseconds. */
    recentlySeen: (withinMs: number): { playerId: number; userId: number; lastPing: number }[] =>
      lastSeenBetween.all(clock.now() - withinMs, clock.now()),
  };
}
