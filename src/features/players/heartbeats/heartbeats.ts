/**
 * Records the heartbeats of screens, and which screens are online. Heartbeats stay in memory and are written every 5 s
 * (contract/README 9.4) in batches of up to 200: one commit for many heartbeats costs the disk less. A crash loses unsaved ones.
 */
import type { PlayerActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Publish } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import type { PlayerState } from '../../../contract/players.ts';
import { type Clock, yieldBetween } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Log } from '../../../platform/log.ts';
import { sha256Hex } from '../../../platform/random.ts';
import { type StoredHeartbeat, createHeartbeatStore } from './store.ts';

/** Last report of a screen that is online or went offline within the last 5 s. */
export interface Presence {
  /** Milliseconds since 1970; only for display. */
  lastPing: number;
  ipAddress: string | null;
  /** State in the last report; null: no report since the server started, use the stored state. */
  state: PlayerState | null;
}

/** Record of one screen. A heartbeat changes it in place, which halves the garbage collector's work. */
interface Entry extends Presence {
  userId: number;
  /** Monotonic, so that no screen goes offline when the clock jumps. */
  heartbeatAt: number;
  /** Number of heartbeats since `countedSince` (monotonic). */
  counted: number;
  countedSince: number;
  /** Token of the last heartbeat until that heartbeat is written; undefined: nothing is unsaved. */
  unsavedToken: string | undefined;
  isStateUnsaved: boolean;
  /** The token whose last use was written last, and the time of that write (monotonic). */
  lastWrittenToken: { readonly token: string; readonly at: number } | undefined;
}

/** One heartbeat. `state` undefined: the last report remains valid. */
interface HeartbeatReport {
  token: string;
  address: string;
  state: PlayerState | undefined;
}

/** The last use of a token is written at most once a minute, because writing its row costs more than writing the screen's. */
const tokenUseEveryMs = 60_000;

/** Maximum number of heartbeats per write, so that requests are served between writes. */
const heartbeatsPerWrite = 200;

/** A TV that restarts or wakes up sends four heartbeats at once; a client that sends many more is not a screen. */
const heartbeatsAllowed = { count: 30, everyMs: limits.heartbeatMs };

export interface HeartbeatsDeps {
  database: Database;
  publish: Publish;
  clock: Clock;
  log: Log;
}

export type Heartbeats = ReturnType<typeof createHeartbeats>;

export function createHeartbeats({ database, publish, clock, log }: HeartbeatsDeps) {
  const store = createHeartbeatStore(database, clock);
  const entries = new Map<number, Entry>();
  // Screens that were online when the server stopped remain online, so that a restart does not report all of them as offline.
  for (const { playerId, userId, lastPing } of store.recentlySeen(limits.onlineWithinMs)) {
    const entry = addEntry(playerId, userId);
    entry.lastPing = lastPing;
    entry.heartbeatAt = clock.monotonic() - (clock.now() - lastPing);
  }

  function addEntry(playerId: number, userId: number): Entry {
    const entry = newEntry(userId);
    entries.set(playerId, entry);
    return entry;
  }

  const isAlive = (entry: Entry | undefined): boolean =>
    entry !== undefined && clock.monotonic() - entry.heartbeatAt < limits.onlineWithinMs;

  function notify(playerId: number, userId: number, presence: 'changed' | 'problem' | 'reported'): void {
    for (const topic of [`user:${userId}`, 'managers'] as const)
      publish(topic, { type: 'playerStatusChanged', playerId, presence });
  }

  /** Writes one batch of unsaved heartbeats; returns true when more are left. */
  function flushBatch(): boolean {
    const at = clock.monotonic();
    const waiting: ReturnType<typeof prepareWrite>[] = [];
    for (const [playerId, entry] of entries) {
      if (entry.unsavedToken === undefined) continue;
      waiting.push(prepareWrite(playerId, entry, entry.unsavedToken, at));
      if (waiting.length === heartbeatsPerWrite) break;
    }
    if (waiting.length === 0) return false;
    try {
      database.txUnsynced(() => waiting.forEach(({ heartbeat }) => store.save(heartbeat)));
    } catch (error) {
      // A full disk must not stop screens: the next batch contains these heartbeats too.
      log.warn('heartbeats not written', { error });
      return false;
    }
    for (const { entry, heartbeat, token } of waiting) {
      entry.unsavedToken = undefined;
      entry.isStateUnsaved = false;
      if (heartbeat.tokenHash !== null) entry.lastWrittenToken = { token, at };
    }
    return waiting.length === heartbeatsPerWrite;
  }

  function* flushInBatches(): Generator<void, void> {
    while (!isClosed && flushBatch()) yield;
  }

  function removeOffline(): void {
    for (const [playerId, entry] of entries) {
      if (isAlive(entry)) continue;
      entries.delete(playerId);
      notify(playerId, entry.userId, 'changed');
    }
  }

  let isClosed = false;
  const timer = clock.every(limits.heartbeatFlushMs, () => {
    void yieldBetween(flushInBatches());
    removeOffline();
  });

  /** Records a heartbeat. Returns false, and changes nothing, when a screen sends too many. */
  function tryRecord({ playerId, userId }: PlayerActor, { token, address, state }: HeartbeatReport): boolean {
    const at = clock.monotonic();
    const entry = entries.get(playerId) ?? addEntry(playerId, userId);
    if (at - entry.countedSince >= heartbeatsAllowed.everyMs) {
      entry.countedSince = at;
      entry.counted = 0;
    }
    if (entry.counted >= heartbeatsAllowed.count) return false;
    entry.counted += 1;
    const [isBack, previousState] = [!isAlive(entry), entry.state];
    entry.userId = userId;
    entry.lastPing = clock.now();
    entry.ipAddress = address.slice(0, 45);
    entry.heartbeatAt = at;
    entry.unsavedToken = token;
    if (state) {
      entry.state = state;
      entry.isStateUnsaved = true;
    }
    if (isBack) notify(playerId, userId, 'changed');
    else if (state && hasProblemChanged(previousState, state)) notify(playerId, userId, 'problem');
    else if (state && hasReportChanged(previousState, state)) notify(playerId, userId, 'reported');
    return true;
  }

  return {
    tryRecord,

    /** Records a heartbeat. Throws too_many_requests when a screen sends too many. */
    record(player: PlayerActor, report: HeartbeatReport): void {
      if (!tryRecord(player, report))
        throw new AppError('too_many_requests', undefined, { retryAfterS: heartbeatsAllowed.everyMs / 1000 });
    },

    presence: (playerId: number): Presence | undefined => entries.get(playerId),

    /** True if the last heartbeat is less than 45 s old. */
    isOnline: (playerId: number): boolean => isAlive(entries.get(playerId)),

    onlineCount: (): number => [...entries.values()].filter(isAlive).length,

    /** Sets a screen offline at once, for a device that was unpaired. */
    setOffline: (playerId: number): void => void entries.delete(playerId),

    setAllOffline(userId: number): void {
      for (const [playerId, entry] of entries) if (entry.userId === userId) entries.delete(playerId);
    },

    /** Writes all unsaved heartbeats. Must be called before the database is closed. */
    close(): void {
      timer.cancel();
      isClosed = true;
      while (flushBatch());
    },
  };
}

const newEntry = (userId: number): Entry => ({
  userId,
  lastPing: 0,
  ipAddress: null,
  state: null,
  heartbeatAt: -Infinity,
  counted: 0,
  countedSince: -Infinity,
  unsavedToken: undefined,
  isStateUnsaved: false,
  lastWrittenToken: undefined,
});

function prepareWrite(playerId: number, entry: Entry, token: string, at: number) {
  const { lastPing, ipAddress, state, isStateUnsaved, lastWrittenToken } = entry;
  const isTokenDue = lastWrittenToken?.token !== token || at - lastWrittenToken.at >= tokenUseEveryMs;
  const heartbeat: StoredHeartbeat = {
    playerId,
    lastPing,
    ipAddress,
    tokenHash: isTokenDue ? sha256Hex(token) : null,
    state: isStateUnsaved ? JSON.stringify(state) : null,
  };
  return { entry, token, heartbeat };
}

/** True if the shown item, the number of stored items, the progress of the download or the radio's state changed. */
function hasReportChanged(before: PlayerState | null | undefined, now: PlayerState): boolean {
  if (now.radio !== (before?.radio ?? 'off')) return true;
  return (
    now.videoId !== (before?.videoId ?? null) ||
    now.cachedItems !== (before?.cachedItems ?? 0) ||
    now.downloadPercent !== (before?.downloadPercent ?? null)
  );
}

/** True if a screen got or lost a problem. */
function hasProblemChanged(before: PlayerState | null | undefined, now: PlayerState): boolean {
  return (
    now.soundBlocked !== (before?.soundBlocked ?? false) ||
    now.clockUnknown !== (before?.clockUnknown ?? false) ||
    now.lastError !== (before?.lastError ?? null)
  );
}
