/**
 * Which screens live. Heartbeats stay in memory and are written in one batch every 5 s (contract/README
 * 9.4): a hundred screens cost the disk one commit, and a batch that is lost held nothing that was promised.
 */
import type { PlayerActor } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { PlayerState } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Log } from '../../platform/log.ts';
import { sha256Hex } from '../../platform/random.ts';
import { type Beat, createBeatStore } from './beat-store.ts';

/** What a screen that is online, or was a moment ago, said last. */
export interface Presence {
  /** Milliseconds since 1970, for people. */
  lastPing: number;
  ipAddress: string | null;
  /** null: nothing since the start; the stored report still stands. */
  state: PlayerState | null;
}

interface Entry extends Presence {
  userId: number;
  /** Monotonic: a jump of the clock takes no screen offline. */
  beatAt: number;
  unsaved: Beat | undefined;
}

export interface HeartbeatsDeps {
  database: Database;
  publish: Publish;
  clock: Clock;
  log: Log;
}

export type Heartbeats = ReturnType<typeof createHeartbeats>;

export function createHeartbeats({ database, publish, clock, log }: HeartbeatsDeps) {
  const store = createBeatStore(database, clock);
  const entries = new Map<number, Entry>();
  // Screens that were alive when the server stopped: a restart is no reason to report them as lost and found.
  for (const { playerId, userId, lastPing } of store.recent(limits.onlineWithinMs)) {
    entries.set(playerId, {
      userId,
      lastPing,
      ipAddress: null,
      state: null,
      beatAt: clock.monotonic() - (clock.now() - lastPing),
      unsaved: undefined,
    });
  }

  const isAlive = (entry: Entry | undefined): boolean =>
    entry !== undefined && clock.monotonic() - entry.beatAt < limits.onlineWithinMs;

  function notify(playerId: number, userId: number): void {
    publish(`user:${userId}`, { type: 'playerStatusChanged', playerId });
    publish('managers', { type: 'playerStatusChanged', playerId });
  }

  function flush(): void {
    const unsaved = [...entries.values()].flatMap((entry) => entry.unsaved ?? []);
    if (unsaved.length === 0) return;
    try {
      database.tx(() => unsaved.forEach(store.save));
      for (const entry of entries.values()) entry.unsaved = undefined;
    } catch (error) {
      // A full disk stops no screen: the next batch takes these along.
      log.warn('heartbeats not written', { error });
    }
  }

  function noticeAbsent(): void {
    for (const [playerId, entry] of entries) {
      if (isAlive(entry)) continue;
      entries.delete(playerId);
      notify(playerId, entry.userId);
    }
  }

  const timer = clock.every(limits.heartbeatFlushMs, () => {
    flush();
    noticeAbsent();
  });

  return {
    /** `state` undefined: the last report stands. */
    beat(
      { playerId, userId }: PlayerActor,
      { token, address, state }: { token: string; address: string; state: PlayerState | undefined },
    ): void {
      const before = entries.get(playerId);
      const lastPing = clock.now();
      const ipAddress = address.slice(0, 45);
      const stateText = state ? JSON.stringify(state) : (before?.unsaved?.state ?? null);
      entries.set(playerId, {
        userId,
        lastPing,
        ipAddress,
        state: state ?? before?.state ?? null,
        beatAt: clock.monotonic(),
        unsaved: { playerId, tokenHash: sha256Hex(token), lastPing, ipAddress, state: stateText },
      });
      if (!isAlive(before) || (state && problemChanged(before?.state, state))) notify(playerId, userId);
      else if (state && isProgress(before?.state, state))
        publish(`user:${userId}`, { type: 'playerStatusChanged', playerId });
    },

    presence: (playerId: number): Presence | undefined => entries.get(playerId),

    /** A heartbeat within 45 s. */
    isOnline: (playerId: number): boolean => isAlive(entries.get(playerId)),

    onlineCount: (): number => [...entries.values()].filter(isAlive).length,

    /** The device was let go: the screen is offline at once. */
    forget: (playerId: number): void => void entries.delete(playerId),

    /** Likewise all of one owner. */
    forgetAllOf(userId: number): void {
      for (const [playerId, entry] of entries) if (entry.userId === userId) entries.delete(playerId);
    },

    /** Before the database is closed. */
    close(): void {
      timer.cancel();
      flush();
    },
  };
}

/** It shows another item, has more of them stored, or its radio began or ended: for its owner at once; the lists of all screens wait for their own refresh. */
function isProgress(before: PlayerState | null | undefined, now: PlayerState): boolean {
  if (now.radio !== (before?.radio ?? 'off')) return true;
  return (
    now.videoId !== (before?.videoId ?? null) ||
    now.cachedItems !== (before?.cachedItems ?? 0) ||
    now.downloadPercent !== (before?.downloadPercent ?? null)
  );
}

/** A screen got or lost a problem. */
function problemChanged(before: PlayerState | null | undefined, now: PlayerState): boolean {
  return (
    now.soundBlocked !== (before?.soundBlocked ?? false) ||
    now.clockUnknown !== (before?.clockUnknown ?? false) ||
    now.lastError !== (before?.lastError ?? null)
  );
}
