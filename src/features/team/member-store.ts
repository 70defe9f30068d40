/** Stores the members of teams and their invitation links (contract/README 1.19 and 1.20). */
import type { Member } from '../../contract/accounts/team.ts';
import type { MemberRole } from '../../contract/accounts/capabilities.ts';
import { notFound } from '../../contract/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';

interface MemberRow extends Omit<Member, 'createdAt' | 'invitedUntil' | 'lastSeenAt'> {
  createdAt: number;
  invitedUntil: number | null;
  lastSeenAt: number | null;
}

/** Person and account of an invitation. */
export interface InvitedMember extends Pick<MemberRow, 'id' | 'name' | 'email' | 'role' | 'status'> {
  userId: number;
  /** Name of the account. */
  clinic: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export type MemberStore = ReturnType<typeof createMemberStore>;

const columns = `members.id, members.name, members.email, members.role, members.status, members.created_at AS createdAt,
  members.invitation_expires_at AS invitedUntil,
  (SELECT max(last_seen_at) FROM sessions WHERE member_id = members.id) AS lastSeenAt`;

export function createMemberStore(database: Database, clock: Clock) {
  const all = database.prepare<[number], MemberRow>(
    `SELECT ${columns} FROM members WHERE user_id = ? ORDER BY status = 'blocked', fold(coalesce(name, email)), id`,
  );
  const findRow = database.prepare<[number, number], MemberRow>(
    `SELECT ${columns} FROM members WHERE user_id = ? AND id = ?`,
  );
  const count = database.prepare<[number], { count: number }>(
    'SELECT count(*) AS count FROM members WHERE user_id = ?',
  );
  const isTaken = database.prepare<[{ email: string }]>(
    "SELECT 1 FROM users WHERE email = @email UNION ALL SELECT 1 FROM members WHERE email = @email AND status <> 'invited'",
  );
  const inTeam = database.prepare<[number, string], Pick<MemberRow, 'status'>>(
    'SELECT status FROM members WHERE user_id = ? AND email = ?',
  );
  const insert = database.prepare<[number, string, string, number]>(
    "INSERT INTO members (user_id, email, role, status, created_at) VALUES (?, ?, ?, 'invited', ?)",
  );
  const setRole = database.prepare<[string, number]>('UPDATE members SET role = ? WHERE id = ?');
  const setStatus = database.prepare<[string, number]>('UPDATE members SET status = ? WHERE id = ?');
  const setLink = database.prepare<[string | null, number | null, number]>(
    'UPDATE members SET invitation_hash = ?, invitation_expires_at = ? WHERE id = ?',
  );
  const clearLinks = database.prepare<[number]>(
    'UPDATE members SET invitation_hash = NULL, invitation_expires_at = NULL WHERE user_id = ? AND invitation_hash IS NOT NULL',
  );
  const remove = database.prepare<[number]>('DELETE FROM members WHERE id = ?');
  // Only links of approved common accounts, and of members who are not blocked, can be used.
  const byLink = database.prepare<[string], InvitedMember>(`
    SELECT members.id, user_id AS userId, username AS clinic, members.name, members.email, members.role, members.status,
      invitation_expires_at AS expiresAt
    FROM members JOIN users ON users.id = user_id
    WHERE invitation_hash = ? AND users.status = 'approved' AND users.role = 'user' AND members.status <> 'blocked'`);
  const join = database.prepare<[string, string, number]>(`
    UPDATE members SET name = ?, password_hash = ?, status = 'active', invitation_hash = NULL, invitation_expires_at = NULL
    WHERE id = ?`);

  /** `invitedUntil` is null for an expired link. */
  const toMember = ({ createdAt, invitedUntil, lastSeenAt, ...row }: MemberRow): Member => ({
    ...row,
    createdAt: iso(createdAt),
    invitedUntil: invitedUntil === null || invitedUntil <= clock.now() ? null : iso(invitedUntil),
    lastSeenAt: lastSeenAt === null ? null : iso(lastSeenAt),
  });

  function findOrThrow(userId: number, id: number): Member {
    const row = findRow.get(userId, id);
    if (!row) throw notFound('member');
    return toMember(row);
  }

  const accountOf = database.prepare<[number], { userId: number }>(
    'SELECT user_id AS userId FROM members WHERE id = ?',
  );

  return {
    /** Returns the id of a member's account; undefined for an unknown member. */
    accountOf: (id: number): number | undefined => accountOf.get(id)?.userId,
    /** Returns the account's members by name, the blocked ones last. */
    list: (userId: number): Member[] => all.all(userId).map(toMember),
    /** Throws not_found, also for a member of another account. */
    findOrThrow,
    count: (userId: number): number => count.get(userId)?.count ?? 0,
    /** True if an account, or a member who has joined, has this e-mail. Ignores case. */
    isTaken: (email: string): boolean => isTaken.get({ email }) !== undefined,
    /** Returns the status of the team's member with this e-mail; undefined if there is none. Ignores case. */
    statusInTeam: (userId: number, email: string) => inTeam.get(userId, email)?.status,
    /** Creates an invited member. Returns the id. */
    create(userId: number, email: string, role: MemberRole): number {
      return Number(insert.run(userId, email, role, clock.now()).lastInsertRowid);
    },
    setRole: (id: number, role: MemberRole): void => void setRole.run(role, id),
    setStatus: (id: number, status: 'active' | 'blocked'): void => void setStatus.run(status, id),
    /** Replaces the member's link. `hash`: SHA-256 of its code. `expiresAt`: milliseconds since 1970. */
    setLink: (id: number, hash: string, expiresAt: number): void => void setLink.run(hash, expiresAt, id),
    clearLink: (id: number): void => void setLink.run(null, null, id),
    /** Deletes all links of an account's team. Returns their number. */
    clearLinksOf: (userId: number): number => clearLinks.run(userId).changes,
    /** Deletes the member and its sessions. */
    remove: (id: number): void => void remove.run(id),
    findByLink: (hash: string): InvitedMember | undefined => byLink.get(hash),
    /** Makes the member active and deletes the link. */
    join: (id: number, name: string, passwordHash: string): void => void join.run(name, passwordHash, id),
  };
}

const iso = (time: number): string => new Date(time).toISOString();
