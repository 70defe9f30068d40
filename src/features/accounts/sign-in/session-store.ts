/** Stores sessions (contract/README 1.6): SHA-256 of a 256-bit token in a cookie. */
import { capabilitiesOfManager, capabilitiesOfRole, type MemberRole } from '../../../contract/accounts/capabilities.ts';
import type { UserActor } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, writeUnlessFull } from '../../../platform/storage/database.ts';
import { inBatches } from '../../../platform/storage/purge.ts';
import { generateToken, sha256Hex } from '../../../platform/random.ts';
import type { SettingsStore } from '../../settings/store.ts';
import { storedUserAgent } from './user-agent.ts';
import type { PersonKey } from '../people/person-store.ts';

const dayMs = 86_400_000;
const idleLimitMs = limits.sessionIdleDays * dayMs;
/** The last use of a session is stored at most this often. */
const touchEveryMs = 10 * 60_000;
/** Maximum number of sessions listed for one person, the most recently used first. */
const maxListed = 100;
/** Maximum number of sessions of a person that `endIdle` leaves. A task runs `endIdle` every quarter of an hour. */
const maxPerPerson = 500;
/** Number of characters of a session's hash that identify the session to its owner. */
const keyLength = 16;
/** Maximum idle time that a stop of the server, however long, adds to sessions. */
const maxStopMs = dayMs;
const saveClockEveryMs = 3_600_000;

interface SessionRow {
  id: number;
  username: string;
  email: string;
  role: UserActor['role'];
  userType: UserActor['userType'];
  status: 'pending' | 'approved' | 'blocked';
  lastSeenAt: number;
  breakingNews: number;
  radio: number;
  management: number;
  memberId: number | null;
  memberName: string;
  memberEmail: string;
  memberRole: MemberRole;
}

/** Client of a session: its address and its User-Agent header. */
export interface SessionClient {
  address: string;
  userAgent: string | undefined;
}

/** Session as its owner sees it. Times in milliseconds since 1970; null: unknown. */
export interface OwnSession {
  key: string;
  sessionHash: string;
  userAgent: string | null;
  address: string | null;
  createdAt: number;
  lastSeenAt: number;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * A session ends after 30 days without use. `last_seen_at` is the time of the session clock, so that a jump of the wall
 * clock does not sign anybody out. While the server runs, the session clock follows the monotonic clock; when the server starts,
 * it is set to the wall time, but not to before the last stop, nor to more than a day after it.
 */
export function createSessionStore(database: Database, clock: Clock, settings: Pick<SettingsStore, 'get' | 'set'>) {
  const stoppedAt = Number(settings.get('sessionClock') ?? clock.now());
  const startedAt = Math.min(Math.max(clock.now(), stoppedAt), stoppedAt + maxStopMs);
  const monotonicAtStart = clock.monotonic();
  const sessionNow = () => Math.floor(startedAt + clock.monotonic() - monotonicAtStart);
  const saveClock = () => settings.set('sessionClock', String(sessionNow()));
  const saveTimer = clock.every(saveClockEveryMs, () => writeUnlessFull(saveClock));

  const sql = prepareStatements(database);

  return {
    /**
     * Returns the actor of the session with this token; undefined if there is none or it was idle for 30 days. Runs one
     * indexed query. `client`: the client that sent the token, if known; it is stored at most every ten minutes.
     */
    identify(token: string, client?: SessionClient): { actor: UserActor; status: SessionRow['status'] } | undefined {
      const sessionHash = sha256Hex(token);
      const row = sql.selectActor.get(sessionHash);
      if (!row) return undefined;
      const now = sessionNow();
      if (now - row.lastSeenAt > idleLimitMs) return undefined;
      if (now - row.lastSeenAt >= touchEveryMs)
        writeUnlessFull(() =>
          sql.touch.run(now, storedUserAgent(client?.userAgent), client?.address ?? null, sessionHash),
        );
      const actor: UserActor = {
        kind: 'user',
        userId: row.id,
        username: row.username,
        email: row.email,
        role: row.role,
        userType: row.userType,
        features: { breakingNews: row.breakingNews === 1, radio: row.radio === 1, management: row.management === 1 },
        member:
          row.memberId === null
            ? undefined
            : { id: row.memberId, name: row.memberName, email: row.memberEmail, role: row.memberRole },
        token: undefined,
        capabilities:
          row.role === 'admin'
            ? capabilitiesOfManager
            : capabilitiesOfRole[row.memberId === null ? 'owner' : row.memberRole],
        sessionHash,
      };
      return { actor, status: row.status };
    },
    /** Starts a session and returns its token. */
    start({ userId, memberId }: PersonKey, client?: SessionClient): string {
      const token = generateToken();
      const userAgent = storedUserAgent(client?.userAgent);
      sql.insert.run(sha256Hex(token), userId, memberId, clock.now(), sessionNow(), userAgent, client?.address ?? null);
      return token;
    },
    /** Returns a new token for the session; the previous one is void. */
    renew(sessionHash: string): string {
      const token = generateToken();
      sql.renewOne.run(sha256Hex(token), sessionHash);
      return token;
    },
    /** Returns the person's open sessions, the most recently used first, 100 at most. `lastSeenAt` is accurate to ten minutes. */
    listOf({ userId, memberId }: PersonKey): OwnSession[] {
      const now = sessionNow();
      return sql.listOf.all(userId, memberId, now - idleLimitMs).map((session) => ({
        ...session,
        // The session clock differs from the wall clock, but the time since the last use is the same on both.
        lastSeenAt: clock.now() - Math.max(0, now - session.lastSeenAt),
      }));
    },
    /** Returns the hash of the person's session that `listOf` lists under `key`. */
    findHashByKey: ({ userId, memberId }: PersonKey, key: string): string | undefined =>
      sql.byKey.get(userId, memberId, key)?.sessionHash,
    endByHash: (sessionHash: string): void => void sql.removeOne.run(sessionHash),
    /** Ends all sessions of the person except one. Returns the number of ended sessions. */
    endOthersOf: ({ userId, memberId }: PersonKey, keptHash: string): number =>
      sql.removeOthers.run(userId, memberId, keptHash).changes,
    /** True if the session has not been ended. Ignores the idle limit, which `identify` checks. */
    isOpen: (sessionHash: string): boolean => sql.selectActor.get(sessionHash) !== undefined,
    /**
     * Deletes sessions that have been idle for 30 days. Of each person, keeps only the 500 most recently used sessions, because a
     * program may sign in each minute. Returns the number of deleted sessions.
     */
    async endIdle(): Promise<number> {
      let ended = await inBatches(database, (limit) => sql.removeIdle.run(sessionNow() - idleLimitMs, limit).changes);
      for (const { userId, memberId } of sql.peopleWithSurplus.all())
        ended += await inBatches(database, (limit) => sql.removeSurplus.run(userId, memberId, limit).changes);
      return ended;
    },
    end: (token: string): void => void sql.removeOne.run(sha256Hex(token)),
    /** Ends the sessions of the account and of its members. */
    endAllOf: (userId: number): void => void sql.removeOfUser.run(userId),
    endAllOfMember: (memberId: number): void => void sql.removeOfMember.run(memberId),
    /** Saves the session clock. Call it before the database is closed. */
    close(): void {
      saveTimer.cancel();
      writeUnlessFull(saveClock);
    },
  };
}

function prepareStatements(database: Database) {
  return {
    selectActor: database.prepare<[string], SessionRow>(`
      SELECT users.id, users.username, users.email, users.role, users.user_type AS userType, users.status,
        sessions.last_seen_at AS lastSeenAt, user_quotas.can_access_breaking_news AS breakingNews,
        user_quotas.can_access_radio AS radio, user_quotas.can_access_management AS management,
        members.id AS memberId, members.name AS memberName, members.email AS memberEmail, members.role AS memberRole
      FROM sessions
      JOIN users ON users.id = sessions.user_id AND users.removed_at IS NULL
      JOIN user_quotas ON user_quotas.user_id = users.id
      LEFT JOIN members ON members.id = sessions.member_id
      WHERE sessions.token_hash = ?
        AND (sessions.member_id IS NULL OR (members.status = 'active' AND users.role = 'user'))`),
    insert: database.prepare<[string, number, number | null, number, number, string | null, string | null]>(
      'INSERT INTO sessions (token_hash, user_id, member_id, created_at, last_seen_at, user_agent, address) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    touch: database.prepare<[number, string | null, string | null, string]>(`
      UPDATE sessions SET last_seen_at = ?, user_agent = coalesce(?, user_agent), address = coalesce(?, address)
      WHERE token_hash = ?`),
    renewOne: database.prepare<[string, string]>('UPDATE sessions SET token_hash = ? WHERE token_hash = ?'),
    listOf: database.prepare<[number, number | null, number], OwnSession>(`
      SELECT substr(token_hash, 1, ${keyLength}) AS key, token_hash AS sessionHash, user_agent AS userAgent, address,
        created_at AS createdAt, last_seen_at AS lastSeenAt
      FROM sessions WHERE user_id = ? AND member_id IS ? AND last_seen_at >= ? ORDER BY last_seen_at DESC, created_at DESC LIMIT ${maxListed}`),
    byKey: database.prepare<[number, number | null, string], { sessionHash: string }>(
      `SELECT token_hash AS sessionHash FROM sessions WHERE user_id = ? AND member_id IS ? AND substr(token_hash, 1, ${keyLength}) = ?`,
    ),
    removeOthers: database.prepare<[number, number | null, string]>(
      'DELETE FROM sessions WHERE user_id = ? AND member_id IS ? AND token_hash <> ?',
    ),
    peopleWithSurplus: database.prepare<[], PersonKey>(
      `SELECT user_id AS userId, member_id AS memberId FROM sessions GROUP BY 1, 2 HAVING count(*) > ${maxPerPerson}`,
    ),
    removeSurplus: database.prepare<[number, number | null, number]>(
      `DELETE FROM sessions WHERE token_hash IN (SELECT token_hash FROM sessions WHERE user_id = ? AND member_id IS ?
         ORDER BY last_seen_at DESC LIMIT ? OFFSET ${maxPerPerson})`,
    ),
    removeOne: database.prepare<[string]>('DELETE FROM sessions WHERE token_hash = ?'),
    removeOfUser: database.prepare<[number]>('DELETE FROM sessions WHERE user_id = ?'),
    removeOfMember: database.prepare<[number]>('DELETE FROM sessions WHERE member_id = ?'),
    removeIdle: database.prepare<[number, number]>(
      'DELETE FROM sessions WHERE token_hash IN (SELECT token_hash FROM sessions WHERE last_seen_at < ? LIMIT ?)',
    ),
  };
}
