/**
 * Answers to the poll of every 3 s, kept ready for the fast path (platform/http/fast-path/poll-cache.ts): what was answered to a
 * screen the ordinary way, with all its checks, is answered again with the time put in. It is dropped by whatever is
 * published (the very messages that go to the sockets, after the same commit), by what another process writes, when time
 * alone would change it, and in any case after a minute.
 */
import type { PlayerActor } from '../../contract/endpoint.ts';
import type { ServerMessage, Topic } from '../../contract/events.ts';
import type { PlayerStatus } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { PlayerStore } from './store.ts';

/** A cached poll response. The fields that every poll reads come first: with 2,000 screens each cache line counts. */
interface ReadyPoll {
  /** The response as it is sent, with space for the server's time. */
  readonly bytes: Buffer;
  readonly query: string;
  /** Milliseconds since the server started, whole and small: a clock that is set back makes it untrue as well. */
  readonly from: number;
  readonly until: number;
  readonly player: PlayerActor;
  readonly authorization: string;
  readonly reply: PollReply;
  /** The response to a heartbeat; made for the first one. */
  heartbeatBytes?: Buffer;
}

/** The parts of a poll response that are reused. */
export interface PollReply {
  serverTime: string;
  status: PlayerStatus;
  utcOffsetMinutes: number;
  offsetChanges?: { fromUtc: string; minutes: number }[];
}

/**
 * Lifetime of a cached response: once a minute each screen authenticates in full, where the connection limiter counts
 * it.
 */
const keptMs = 60_000;
/** Screens kept ready; the one kept longest makes room. */
const keptScreens = 10_000;
/** Interval at which changes by other processes are checked: a command of the shell takes longer to end. */
const checkMs = 5;
/** Offset of the server's time in a response: it is its first field, and always as long. */
const timeAt = '{"serverTime":"'.length;

export type ReadyPolls = ReturnType<typeof createReadyPolls>;

export interface ReadyPollsDeps {
  players: Pick<PlayerStore, 'goodUntil'>;
  database: Pick<Database, 'foreignVersion'>;
  clock: Clock;
}

export function createReadyPolls({ players, database, clock }: ReadyPollsDeps) {
  const byAuthorization = new Map<string, ReadyPoll>();
  const byScreen = new Map<number, ReadyPoll>();
  let version = database.foreignVersion();
  const startedAt = clock.now();
  let checkedAt = clock.now();
  const timeBytes = createTimeBytes();

  function drop(poll: ReadyPoll | undefined): void {
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
    const found = database.foreignVersion();
    if (found !== version) dropAll();
    version = found;
  }

  function trueAt(now: number, authorization: string): ReadyPoll | undefined {
    checkOtherProcesses(now);
    const poll = byAuthorization.get(authorization);
    const at = now - startedAt;
    return poll && at >= poll.from && at < poll.until ? poll : undefined;
  }

  return {
    /**
     * `query`: with which it is asked for, as it is in the address. `until`: when time alone changes the answer,
     * milliseconds since 1970.
     */
    keep(
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
      if (byScreen.size >= keptScreens) drop(byScreen.values().next().value);
      const end = Math.min(until, players.goodUntil(token), from + keptMs);
      const poll: ReadyPoll = {
        bytes: Buffer.from(JSON.stringify({ serverTime, ...reply })),
        query,
        from: Math.floor(from - startedAt),
        until: Math.floor(end - startedAt),
        ...{ player, authorization, reply: { serverTime, ...reply } },
      };
      byAuthorization.set(authorization, poll);
      byScreen.set(player.playerId, poll);
    },

    /** JSON, good until the next call; undefined when it is not ready. */
    find(authorization: string, query: string): Buffer | undefined {
      const now = clock.now();
      const poll = trueAt(now, authorization);
      if (!poll || poll.query !== query) return undefined;
      poll.bytes.set(timeBytes(now), timeAt);
      return poll.bytes;
    },

    /** Returns the cached poll of a token while it is valid: for heartbeats. */
    of: (token: string): ReadyPoll | undefined => trueAt(clock.now(), `Bearer ${token}`),

    /** Returns the response to a heartbeat of a screen with a cached poll: JSON, good until the next call. */
    heartbeatReplyOf(poll: ReadyPoll): Buffer {
      const { serverTime, status, utcOffsetMinutes, offsetChanges } = poll.reply;
      poll.heartbeatBytes ??= Buffer.from(JSON.stringify({ serverTime, status, utcOffsetMinutes, offsetChanges }));
      poll.heartbeatBytes.set(timeBytes(clock.now()), timeAt);
      return poll.heartbeatBytes;
    },

    dropAll,

    /** Drops every response that a published message may have changed. */
    received(topic: Topic, message: ServerMessage): void {
      // What became playable is published to its playlists.
      if (message.type === 'mediaProgress') return;
      const [kind, id] = topic.split(':');
      if ('playerId' in message) drop(byScreen.get(message.playerId));
      else if (kind === 'player') drop(byScreen.get(Number(id)));
      else if (kind === 'user' || kind === 'screens') dropAllOf(Number(id));
      // What a poll contains of these is also published to the owner or the screen itself.
      else if (kind === 'playlist' || (message.type === 'adminChanged' && message.what === 'players')) return;
      else dropAll();
    },
  };
}

/** Returns the time in ISO 8601; cached, because many polls come within a millisecond. */
function createTimeBytes(): (now: number) => Buffer {
  let at = Number.NaN;
  let bytes = Buffer.alloc(0);
  return (now) => {
    if (now !== at) bytes = Buffer.from(new Date((at = now)).toISOString());
    return bytes;
  };
}
