/**
 * Which screens live. Heartbeats stay in memory and are written in one batch every 5 s (DESIGN.md section 3,
 * Players): a hundred screens cost the disk one commit, and a batch that is lost held nothing that was promised.
 */
import type { PlayerActor } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { PlayerState } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { sha256Hex } from '../../platform/random.ts';

/** What a screen said last. */
export interface Presence {
  /** Milliseconds since 1970, for people. */
  lastPing: number;
  ipAddress: string;
  state: PlayerState | null;
}

interface Entry extends Presence {
  userId: number;
  tokenHash: string;
  /** Monotonic: a jump of the clock takes no screen offline. */
  beatAt: number;
  isOnline: boolean;
  isUnsaved: boolean;
}

export interface HeartbeatsDeps {
  database: Database;
  publish: Publish;
  clock: Clock;
  log: Log;
}

export type Heartbeats = ReturnType<typeof createHeartbeats>;

export function createHeartbeats({ database, publish, clock, log }: HeartbeatsDeps) {
  const saveScreen = database.prepare<[number, string, string | null, number]>(
    'UPDATE players SET last_ping = ?, ip_address = ?, state = COALESCE(?, state) WHERE id = ?',
  );
  const saveToken = database.prepare<[number, string]>('UPDATE player_tokens SET last_used = ? WHERE token = ? AND is_active = 1');
  const entries = new Map<number, Entry>();

  function announce(playerId: number, userId: number): void {
    publish(`user:${userId}`, { type: 'playerStatusChanged', playerId });
    publish('managers', { type: 'playerStatusChanged', playerId });
  }

  function flush(): void {
    const unsaved = [...entries].filter(([, entry]) => entry.isUnsaved);
    if (unsaved.length === 0) return;
    try {
      database.tx(() => {
        for (const [playerId, { lastPing, ipAddress, state, tokenHash }] of unsaved) {
          saveScreen.run(lastPing, ipAddress, state && JSON.stringify(state), playerId);
          saveToken.run(lastPing, tokenHash);
        }
      });
      for (const [, entry] of unsaved) entry.isUnsaved = false;
    } catch (error) {
      // A full disk stops no screen: the next batch takes these along.
      log.warn('heartbeats not written', { error });
    }
  }

  function noticeAbsent(): void {
    for (const [playerId, entry] of entries) {
      if (!entry.isOnline || clock.monotonic() - entry.beatAt < limits.onlineWithinMs) continue;
      entry.isOnline = false;
      announce(playerId, entry.userId);
    }
  }

  const timer = clock.every(limits.heartbeatFlushMs, () => {
    flush();
    noticeAbsent();
  });

  return {
    beat({ playerId, userId }: PlayerActor, { token, address, state }: { token: string; address: string; state: PlayerState | undefined }): void {
      const before = entries.get(playerId);
      entries.set(playerId, {
        userId,
        tokenHash: sha256Hex(token),
        lastPing: clock.now(),
        ipAddress: address.slice(0, 45),
        state: state ?? before?.state ?? null,
        beatAt: clock.monotonic(),
        isOnline: true,
        isUnsaved: true,
      });
      if (!before?.isOnline || (state && isNews(before.state, state))) announce(playerId, userId);
    },
    /** Undefined before the first heartbeat since the start. */
    presence: (playerId: number): Presence | undefined => entries.get(playerId),
    /** A heartbeat within 45 s. */
    isOnline: (playerId: number): boolean => entries.get(playerId)?.isOnline ?? false,
    onlineCount: (): number => [...entries.values()].filter((entry) => entry.isOnline).length,
    /** The device was let go: the screen is offline at once. */
    forget: (playerId: number): void => void entries.delete(playerId),
    /** Before the database is closed. */
    close(): void {
      timer.cancel();
      flush();
    },
  };
}

/** What the lists show has changed; the time of a beat alone is no news. */
function isNews(before: PlayerState | null, now: PlayerState): boolean {
  const shown: (keyof PlayerState)[] = ['videoId', 'cachedItems', 'totalItems', 'soundBlocked', 'lastError'];
  return before === null || shown.some((key) => before[key] !== now[key]);
}
