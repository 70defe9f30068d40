/**
 * Which screens live. Heartbeats stay in memory and are written in one batch every 5 s (contract/README
 * 9.4): a hundred screens cost the disk one commit, and a batch that is lost held nothing that was promised.
 */
import type { PlayerActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
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
  unsaved: Unsaved | undefined;
  /** Whose use was written last, and when (monotonic). */
  tokenWritten: { readonly token: string; readonly at: number } | undefined;
}

/** Of the last heartbeats; hashed and written out once a batch. */
interface Unsaved {
  readonly token: string;
  readonly ipAddress: string;
  readonly state: PlayerState | undefined;
}

/** To the minute is exact enough for when a token was used last: its row costs more than the screen's. */
const tokenUseEveryMs = 60_000;

/** Four in a heartbeat's time are due after a restart and a wake-up; a screen that sends a multiple of that is none. */
const beatsAllowed = { most: 30, everyMs: limits.heartbeatMs };

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
  const beatsOf = createBeatCounts(clock);
  // Screens that were alive when the server stopped: a restart is no reason to report them as lost and found.
  for (const { playerId, userId, lastPing } of store.recent(limits.onlineWithinMs)) {
    entries.set(playerId, {
      userId,
      lastPing,
      ipAddress: null,
      state: null,
      beatAt: clock.monotonic() - (clock.now() - lastPing),
      ...{ unsaved: undefined, tokenWritten: undefined },
    });
  }

  const isAlive = (entry: Entry | undefined): boolean =>
    entry !== undefined && clock.monotonic() - entry.beatAt < limits.onlineWithinMs;

  function notify(playerId: number, userId: number): void {
    publish(`user:${userId}`, { type: 'playerStatusChanged', playerId });
    publish('managers', { type: 'playerStatusChanged', playerId });
  }

  function flush(): void {
    const at = clock.monotonic();
    const waiting = [...entries].flatMap(([playerId, entry]) =>
      entry.unsaved ? [toSave(playerId, entry, entry.unsaved, at)] : [],
    );
    if (waiting.length === 0) return;
    try {
      database.tx(() => waiting.forEach(({ beat }) => store.save(beat)));
    } catch (error) {
      // A full disk stops no screen: the next batch takes these along.
      return log.warn('heartbeats not written', { error });
    }
    for (const { entry, beat, token } of waiting) {
      entry.unsaved = undefined;
      if (beat.tokenHash !== null) entry.tokenWritten = { token, at };
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
    /** Whether a screen may send one more now. */
    mayBeat: (playerId: number): boolean => beatsOf.so(playerId) < beatsAllowed.most,

    /** `state` undefined: the last report stands. Throws too_many_requests beyond what a screen may send. */
    beat(
      { playerId, userId }: PlayerActor,
      { token, address, state }: { token: string; address: string; state: PlayerState | undefined },
    ): void {
      if (beatsOf.count(playerId) > beatsAllowed.most)
        throw new AppError('too_many_requests', undefined, { retryAfterS: beatsAllowed.everyMs / 1000 });
      const before = entries.get(playerId);
      const ipAddress = address.slice(0, 45);
      entries.set(playerId, {
        userId,
        lastPing: clock.now(),
        ipAddress,
        state: state ?? before?.state ?? null,
        beatAt: clock.monotonic(),
        unsaved: { token, ipAddress, state: state ?? before?.unsaved?.state },
        tokenWritten: before?.tokenWritten,
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

/** How many of each screen came in this window. */
function createBeatCounts(clock: Clock) {
  let counts = new Map<number, number>();
  let since = clock.monotonic();
  const so = (playerId: number): number => {
    if (clock.monotonic() - since >= beatsAllowed.everyMs) {
      counts = new Map();
      since = clock.monotonic();
    }
    return counts.get(playerId) ?? 0;
  };
  return {
    so,
    count(playerId: number): number {
      const count = so(playerId) + 1;
      counts.set(playerId, count);
      return count;
    },
  };
}

function toSave(playerId: number, entry: Entry, { token, ipAddress, state }: Unsaved, at: number) {
  const { lastPing, tokenWritten } = entry;
  const isTokenDue = tokenWritten?.token !== token || at - tokenWritten.at >= tokenUseEveryMs;
  const beat: Beat = {
    ...{ playerId, lastPing, ipAddress },
    tokenHash: isTokenDue ? sha256Hex(token) : null,
    state: state ? JSON.stringify(state) : null,
  };
  return { entry, token, beat };
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
