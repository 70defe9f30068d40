/**
 * Caches responses to the poll of every 3 s for the fast path (platform/http/fast-path/poll-cache.ts). A response that a screen got
 * on the ordinary path, with all its checks, is sent again with the current time. A cached response is dropped when a message
 * is published that may change it, when another process writes to the database, when time alone changes it, and in any case
 * after a minute.
 */
import type { PlayerActor } from '../../contract/endpoint.ts';
import type { ServerMessage, Topic } from '../../contract/events.ts';
import type { PlayerStatus } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { PlayerStore } from './store.ts';

/** A cached poll response. The fields that every poll reads come first, so that they share cache lines of the processor. */
interface CachedPoll {
  /** The response as it is sent; each poll overwrites the server's time in it. */
  readonly bytes: Buffer;
  readonly query: string;
  /** Period of validity in ms since the server started (V8 needs no object below 2^31). Setting the clock back ends it too. */
  readonly from: number;
  readonly until: number;
  readonly player: PlayerActor;
  readonly authorization: string;
  readonly reply: PollReply;
  /** The response to a heartbeat; created at the screen's first heartbeat. */
  heartbeatBytes?: Buffer;
}

/** The fields of a poll response that this module uses. */
export interface PollReply {
  serverTime: string;
  status: PlayerStatus;
  utcOffsetMinutes: number;
  offsetChanges?: { fromUtc: string; minutes: number }[];
}

/** Lifetime of a cached response. After it, one poll is authenticated fully and counted by the connection limiter. */
const lifetimeMs = 60_000;
/** Maximum number of screens with a cached response; the oldest response is dropped for a new one. */
const maxScreens = 10_000;
/** Interval of the check for changes by shell commands. Commands run longer, so polls after a command's end see its change. */
const checkMs = 5;
/** Offset of the server's time in the bytes of a response. The time is the first field, and always has the same length. */
const timeOffset = '{"serverTime":"'.length;

export type CachedPolls = ReturnType<typeof createCachedPolls>;

export interface CachedPollsDeps {
  players: Pick<PlayerStore, 'tokenExpiresAt'>;
  database: Pick<Database, 'foreignChanges'>;
  clock: Clock;
}

export function createCachedPolls({ players, database, clock }: CachedPollsDeps) {
  const byAuthorization = new Map<string, CachedPoll>();
  const byScreen = new Map<number, CachedPoll>();
  const wasChangedElsewhere = database.foreignChanges();
  const startedAt = clock.now();
  let checkedAt = clock.now();
  const timeBytes = createTimeBytes();

  function drop(poll: CachedPoll | undefined): void {
    if (!poll) return;
    byAuthorization.delete(poll.authorization);
    byScreen.delete(poll.player.playerId);
  }

  function dropAllOf(userId: number): void {
    for (const poll of byScreen.values()) if (poll.player.userId === userId) drop(poll);
  }

  function dropAll(): void {
    byAuthorization.clear();
    byScreen.clear();
  }

  function checkOtherProcesses(now: number): void {
    if (now < checkedAt + checkMs && now >= checkedAt) return;
    checkedAt = now;
    if (wasChangedElsewhere()) dropAll();
  }

  function findValid(now: number, authorization: string): CachedPoll | undefined {
    checkOtherProcesses(now);
    const poll = byAuthorization.get(authorization);
    const msSinceStart = now - startedAt;
    return poll && msSinceStart >= poll.from && msSinceStart < poll.until ? poll : undefined;
  }

  return {
    /**
     * Caches a response. `query`: the request's query string, unchanged. `until`: when time alone changes the response, in
     * milliseconds since 1970.
     */
    store(
      authorization: string | undefined,
      query: string,
      player: PlayerActor,
      { serverTime, ...reply }: PollReply,
      until: number,
    ): void {
      const from = clock.now();
      checkOtherProcesses(from);
      const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
      drop(byScreen.get(player.playerId));
      if (authorization === undefined || token === undefined) return;
      if (byScreen.size >= maxScreens) drop(byScreen.values().next().value);
      const end = Math.min(until, players.tokenExpiresAt(token), from + lifetimeMs);
      const poll: CachedPoll = {
        bytes: Buffer.from(JSON.stringify({ serverTime, ...reply })),
        query,
        from: Math.floor(from - startedAt),
        until: Math.floor(end - startedAt),
        player,
        authorization,
        reply: { serverTime, ...reply },
      };
      byAuthorization.set(authorization, poll);
      byScreen.set(player.playerId, poll);
    },

    /** Returns the response as JSON, in a buffer that the next call overwrites; undefined when none is cached. */
    find(authorization: string, query: string): Buffer | undefined {
      const now = clock.now();
      const poll = findValid(now, authorization);
      if (!poll || poll.query !== query) return undefined;
      poll.bytes.set(timeBytes(now), timeOffset);
      return poll.bytes;
    },

    /** Returns the cached poll of a token while it is valid, for heartbeats. */
    of: (token: string): CachedPoll | undefined => findValid(clock.now(), `Bearer ${token}`),

    /** Returns the response to a heartbeat of a screen with a cached poll: JSON, in a buffer that the next call overwrites. */
    heartbeatReplyOf(poll: CachedPoll): Buffer {
      const { serverTime, status, utcOffsetMinutes, offsetChanges } = poll.reply;
      poll.heartbeatBytes ??= Buffer.from(JSON.stringify({ serverTime, status, utcOffsetMinutes, offsetChanges }));
      poll.heartbeatBytes.set(timeBytes(clock.now()), timeOffset);
      return poll.heartbeatBytes;
    },

    dropAll,

    /** Drops every response that a published message may have changed. */
    dropAffected(topic: Topic, message: ServerMessage): void {
      // These change no poll. When a file becomes playable, `contentChanged` to the owners of its playlists drops their polls.
      if (message.type === 'mediaProgress' || message.type === 'urgentShown') return;
      const [kind, id] = topic.split(':');
      if ('playerId' in message) drop(byScreen.get(message.playerId));
      else if (kind === 'player') drop(byScreen.get(Number(id)));
      else if (kind === 'user' || kind === 'screens') dropAllOf(Number(id));
      // If such a message changes a poll, another message is published to the owner or to the screen itself.
      else if (kind === 'playlist' || (message.type === 'adminChanged' && message.what === 'players')) return;
      else dropAll();
    },
  };
}

/** Returns a function that returns a time in ISO 8601 as bytes. Caches the last one: many polls arrive within a millisecond. */
function createTimeBytes(): (now: number) => Buffer {
  let cachedTime = Number.NaN;
  let bytes = Buffer.alloc(0);
  return (now) => {
    if (now !== cachedTime) bytes = Buffer.from(new Date((cachedTime = now)).toISOString());
    return bytes;
  };
}
