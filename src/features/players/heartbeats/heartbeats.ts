/**
 * Presence of the screens. Heartbeats stay in memory and are written in one batch every 5 s (contract/README 9.4), of
 * many screens in several: a hundred cost the disk one commit, and a batch that is lost held nothing that was promised.
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

/** Last report of a screen that is online or was a moment ago. */
export interface Presence {
  /** Milliseconds since 1970, for people. */
  lastPing: number;
  ipAddress: string | null;
  /** State of the last report; null: none since the start, the stored report is valid. */
  state: PlayerState | null;
}

/** Changed in place by each heartbeat, which halves the garbage collector's work. */
interface Entry extends Presence {
  userId: number;
  /** Monotonic: a jump of the clock takes no screen offline. */
  heartbeatAt: number;
  /** Number of heartbeats and when counting began (monotonic). */
  counted: number;
  countedSince: number;
  /** The last heartbeat's, until the batch in which it is hashed and written out. */
  unsavedToken: string | undefined;
  isStateUnsaved: boolean;
  /** Token whose use was written last, and when (monotonic). */
  tokenWritten: { readonly token: string; readonly at: number } | undefined;
}

/** One heartbeat. `state` undefined: the last report remains valid. */
interface HeartbeatReport {
  token: string;
  address: string;
  state: PlayerState | undefined;
}

/** The last use of a token is stored to the minute, because its row costs more than the screen's. */
const tokenUseEveryMs = 60_000;

/** Maximum number of heartbeats per write: requests come in between. */
const heartbeatsPerWrite = 200;

/** A restart and a wake-up cause four heartbeats at once; a client that sends many more is no screen. */
const heartbeatsAllowed = { most: 30, everyMs: limits.heartbeatMs };

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
  // Screens that were alive when the server stopped: a restart is no reason to report them as lost and found.
  for (const { playerId, userId, lastPing } of store.recent(limits.onlineWithinMs)) {
    const entry = enter(playerId, userId);
    entry.lastPing = lastPing;
    entry.heartbeatAt = clock.monotonic() - (clock.now() - lastPing);
  }

  function enter(playerId: number, userId: number): Entry {
    const entry = newEntry(userId);
    entries.set(playerId, entry);
    return entry;
  }

  const isAlive = (entry: Entry | undefined): boolean =>
    entry !== undefined && clock.monotonic() - entry.heartbeatAt < limits.onlineWithinMs;

  function notify(playerId: number, userId: number): void {
    publish(`user:${userId}`, { type: 'playerStatusChanged', playerId });
    publish('managers', { type: 'playerStatusChanged', playerId });
  }

  /** Writes waiting heartbeats; returns true when more wait. */
  function flushSome(): boolean {
    const at = clock.monotonic();
    const waiting: ReturnType<typeof toSave>[] = [];
    for (const [playerId, entry] of entries) {
      if (entry.unsavedToken === undefined) continue;
      waiting.push(toSave(playerId, entry, entry.unsavedToken, at));
      if (waiting.length === heartbeatsPerWrite) break;
    }
    if (waiting.length === 0) return false;
    try {
      database.txUnsynced(() => waiting.forEach(({ heartbeat }) => store.save(heartbeat)));
    } catch (error) {
      // A full disk stops no screen: the next batch takes these along.
      log.warn('heartbeats not written', { error });
      return false;
    }
    for (const { entry, heartbeat, token } of waiting) {
      entry.unsavedToken = undefined;
      entry.isStateUnsaved = false;
      if (heartbeat.tokenHash !== null) entry.tokenWritten = { token, at };
    }
    return waiting.length === heartbeatsPerWrite;
  }

  function* flushing(): Generator<void, void> {
    while (!isClosed && flushSome()) yield;
  }

  function noticeAbsent(): void {
    for (const [playerId, entry] of entries) {
      if (isAlive(entry)) continue;
      entries.delete(playerId);
      notify(playerId, entry.userId);
    }
  }

  let isClosed = false;
  const timer = clock.every(limits.heartbeatFlushMs, () => {
    void yieldBetween(flushing());
    noticeAbsent();
  });

  /** Returns false, and does nothing, when a screen sends too many. */
  function tryHeartbeat({ playerId, userId }: PlayerActor, { token, address, state }: HeartbeatReport): boolean {
    const at = clock.monotonic();
    const entry = entries.get(playerId) ?? enter(playerId, userId);
    if (at - entry.countedSince >= heartbeatsAllowed.everyMs) {
      entry.countedSince = at;
      entry.counted = 0;
    }
    if (entry.counted >= heartbeatsAllowed.most) return false;
    entry.counted += 1;
    const isBack = !isAlive(entry);
    const before = entry.state;
    entry.userId = userId;
    entry.lastPing = clock.now();
    entry.ipAddress = address.slice(0, 45);
    entry.heartbeatAt = at;
    entry.unsavedToken = token;
    if (state) {
      entry.state = state;
      entry.isStateUnsaved = true;
    }
    if (isBack || (state && problemChanged(before, state))) notify(playerId, userId);
    else if (state && isProgress(before, state)) publish(`user:${userId}`, { type: 'playerStatusChanged', playerId });
    return true;
  }

  return {
    tryHeartbeat,

    /** Throws too_many_requests when a screen sends too many. */
    heartbeat(player: PlayerActor, report: HeartbeatReport): void {
      if (!tryHeartbeat(player, report))
        throw new AppError('too_many_requests', undefined, { retryAfterS: heartbeatsAllowed.everyMs / 1000 });
    },

    presence: (playerId: number): Presence | undefined => entries.get(playerId),

    /** A heartbeat within 45 s. */
    isOnline: (playerId: number): boolean => isAlive(entries.get(playerId)),

    onlineCount: (): number => [...entries.values()].filter(isAlive).length,

    /** Sets a screen offline at once, because its device was released. */
    forget: (playerId: number): void => void entries.delete(playerId),

    /** Sets all screens of one owner offline. */
    forgetAllOf(userId: number): void {
      for (const [playerId, entry] of entries) if (entry.userId === userId) entries.delete(playerId);
    },

    /** Must be called before the database is closed. */
    close(): void {
      timer.cancel();
      isClosed = true;
      while (flushSome());
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
  tokenWritten: undefined,
});

function toSave(playerId: number, entry: Entry, token: string, at: number) {
  const { lastPing, ipAddress, state, isStateUnsaved, tokenWritten } = entry;
  const isTokenDue = tokenWritten?.token !== token || at - tokenWritten.at >= tokenUseEveryMs;
  const heartbeat: StoredHeartbeat = {
    ...{ playerId, lastPing, ipAddress },
    tokenHash: isTokenDue ? sha256Hex(token) : null,
    state: isStateUnsaved ? JSON.stringify(state) : null,
  };
  return { entry, token, heartbeat };
}

/** True if the shown item, the stored items or the radio changed: the owner is notified at once, managers wait for their refresh. */
function isProgress(before: PlayerState | null | undefined, now: PlayerState): boolean {
  if (now.radio !== (before?.radio ?? 'off')) return true;
  return (
    now.videoId !== (before?.videoId ?? null) ||
    now.cachedItems !== (before?.cachedItems ?? 0) ||
    now.downloadPercent !== (before?.downloadPercent ?? null)
  );
}

/** True if a screen got or lost a problem. */
function problemChanged(before: PlayerState | null | undefined, now: PlayerState): boolean {
  return (
    now.soundBlocked !== (before?.soundBlocked ?? false) ||
    now.clockUnknown !== (before?.clockUnknown ?? false) ||
    now.lastError !== (before?.lastError ?? null)
  );
}
