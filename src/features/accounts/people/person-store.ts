/**
 * Stores people, who sign in with an e-mail and a password: owners of accounts and members of teams (contract/README 1.19).
 * While a manager owns the account, its members are not found.
 */
import type { UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Account } from '../store.ts';

/** Identifies a person. `memberId` is null for the account's owner. */
export interface PersonKey {
  userId: number;
  memberId: number | null;
}

export interface Person extends PersonKey, Pick<Account, 'role' | 'userType' | 'status'> {
  /** Name of the member or of the account. */
  name: string;
  email: string;
  /** Hash of the password. */
  password: string;
}

export const personKeyOf = ({ userId, member }: Pick<UserActor, 'userId' | 'member'>): PersonKey => ({
  userId,
  memberId: member?.id ?? null,
});

/** Returns the person that owns an account. */
export const ownerOf = ({ id, username }: { id: number; username: string }) =>
  ({ userId: id, memberId: null, name: username }) as const;

export type PersonStore = ReturnType<typeof createPersonStore>;

export function createPersonStore(database: Database) {
  const accounts = `
    SELECT id AS userId, NULL AS memberId, username AS name, email, password, role, user_type AS userType, status FROM users`;
  const members = `
    SELECT users.id AS userId, members.id AS memberId, members.name, members.email, members.password_hash AS password,
      users.role, users.user_type AS userType,
      CASE WHEN users.status = 'approved' AND members.status = 'blocked' THEN 'blocked' ELSE users.status END AS status
    FROM members JOIN users ON users.id = members.user_id
    WHERE users.role = 'user' AND members.status <> 'invited'`;
  const byEmail = database.prepare<[string, string], Person>(
    `${accounts} WHERE email = ? UNION ALL ${members} AND members.email = ?`,
  );
  const account = database.prepare<[number], Person>(`${accounts} WHERE id = ?`);
  const member = database.prepare<[number, number], Person>(`${members} AND users.id = ? AND members.id = ?`);
  const setPassword = database.prepare<[string, number]>('UPDATE users SET password = ? WHERE id = ?');
  const setMemberPassword = database.prepare<[string, number]>('UPDATE members SET password_hash = ? WHERE id = ?');

  const setMemberIdentity = database.prepare<[string, string, number]>(
    'UPDATE members SET name = ?, email = ? WHERE id = ?',
  );
  const invitedByTeam = database.prepare<[string, number]>(
    "SELECT 1 FROM members WHERE status = 'invited' AND email = ? AND user_id = ?",
  );

  return {
    /** Sets a member's name and a free e-mail. Throws conflict if the team has invited this e-mail. Call it in a transaction. */
    setMemberIdentity(userId: number, memberId: number, { name, email }: Pick<Person, 'name' | 'email'>): void {
      const sentence = 'Este email tem um convite aberto nesta equipe. Peça que o retirem antes.';
      if (invitedByTeam.get(email, userId)) throw new AppError('conflict', sentence, { fields: { email: sentence } });
      setMemberIdentity.run(name, email, memberId);
    },
    /** Returns the person with this e-mail, ignoring case. */
    findByEmail: (email: string): Person | undefined => byEmail.get(email, email),
    find: ({ userId, memberId }: PersonKey): Person | undefined =>
      memberId === null ? account.get(userId) : member.get(userId, memberId),
    /** `password`: hash of the new password. */
    setPassword({ userId, memberId }: PersonKey, password: string): void {
      if (memberId === null) setPassword.run(password, userId);
      else setMemberPassword.run(password, memberId);
    },
  };
}
