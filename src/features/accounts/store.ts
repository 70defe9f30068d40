/** Stores name, e-mail, password, status and profile of accounts. quota-store.ts stores the quotas. */
import { AppError, type FieldErrors, notFound } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createAccountListStore } from './administration/account-list-store.ts';
import { createAccountViews } from './administration/account-view-store.ts';
import type { Profile, TargetAccount } from './administration/rules.ts';

export interface Account extends TargetAccount {
  username: string;
  email: string;
  /** Hash of the password. */
  password: string;
}

interface NewAccount extends Pick<Account, 'username' | 'email' | 'password'> {
  profile?: Profile;
  status?: Account['status'];
}

export type AccountStore = ReturnType<typeof createAccountStore>;

const accountColumns = 'id, username, email, password, role, user_type AS userType, status';

/** `homeZone`: time zone of accounts that have not chosen one. */
export function createAccountStore(database: Database, clock: Clock, homeZone = 'America/Sao_Paulo') {
  const byId = database.prepare<[number], Account>(
    `SELECT ${accountColumns} FROM users WHERE id = ? AND removed_at IS NULL`,
  );
  const byEmail = database.prepare<[string], Account>(`SELECT ${accountColumns} FROM users WHERE email = ?`);
  const clashes = database.prepare<
    [{ email: string; username: string; ownId: number }],
    { email: number; username: number }
  >(`
    SELECT email = @email AS email, fold(username) = fold(@username) AS username FROM users
    WHERE (email = @email OR fold(username) = fold(@username)) AND id <> @ownId
    UNION ALL SELECT 1, 0 FROM members WHERE email = @email AND status <> 'invited'`);
  const insert = database.prepare<[Omit<Account, 'id'> & { now: number }]>(`
    INSERT INTO users (username, email, password, role, user_type, status, storage_limit_mb, created_at)
    VALUES (@username, @email, @password, @role, @userType, @status, ${limits.defaultStorageMb}, @now)`);
  const insertQuotas = database.prepare<[number]>(`
    INSERT INTO user_quotas (user_id, max_playlists, max_videos, max_storage_gb)
    VALUES (?, ${limits.defaultMaxPlaylists}, ${limits.defaultMaxVideos}, ${limits.defaultMaxStorageGb})`);
  const setStatus = database.prepare<[string, number]>('UPDATE users SET status = ? WHERE id = ?');
  const setPassword = database.prepare<[string, number]>('UPDATE users SET password = ? WHERE id = ?');
  const setProfile = database.prepare<[string, string, number]>(
    'UPDATE users SET role = ?, user_type = ? WHERE id = ?',
  );
  const rename = database.prepare<[string, string, number]>('UPDATE users SET username = ?, email = ? WHERE id = ?');
  const remove = database.prepare<[number]>('DELETE FROM users WHERE id = ?');
  const administrators = database.prepare<[], { email: string }>(
    "SELECT email FROM users WHERE role = 'admin' AND user_type = 'admin' AND status = 'approved' ORDER BY id",
  );
  const anyone = database.prepare<[]>('SELECT 1 FROM users LIMIT 1');

  /**
   * Throws conflict if a member or an account other than `ownId` has the e-mail, or such an account has the username. Usernames
   * are equal if `fold` makes them equal. Invited members do not count: a person can be invited without having agreed.
   */
  function assertFree(email: string, username: string, ownId = 0): void {
    const fields: FieldErrors = {};
    for (const clash of clashes.all({ email, username, ownId })) {
      if (clash.email) fields.email = 'Este email já está cadastrado.';
      if (clash.username) fields.username = 'Este nome de usuário já está em uso.';
    }
    const message = fields.email ?? fields.username;
    if (message) throw new AppError('conflict', message, { fields });
  }

  return {
    find: (id: number): Account | undefined => byId.get(id),
    /** Returns the account. Throws not_found. */
    findOrThrow(id: number): Account {
      const account = byId.get(id);
      if (!account) throw notFound('user');
      return account;
    },
    /** Returns the account with this e-mail, ignoring case. */
    findByEmail: (email: string): Account | undefined => byEmail.get(email),
    assertFree,
    /** Creates an account with default quotas. Returns its id. Throws conflict as assertFree does. Call it in a transaction. */
    create({
      username,
      email,
      password,
      profile = { role: 'user', userType: 'common' },
      status = 'pending',
    }: NewAccount): number {
      assertFree(email, username);
      const { lastInsertRowid: id } = insert.run({ username, email, password, ...profile, status, now: clock.now() });
      insertQuotas.run(id);
      return id;
    },
    ...createAccountViews(database, homeZone),
    ...createAccountListStore(database),
    setStatus: (id: number, status: Account['status']): void => void setStatus.run(status, id),
    /** Changes name and e-mail. Throws conflict as assertFree does. Call it in a transaction. */
    setIdentity(id: number, { username, email }: Pick<Account, 'username' | 'email'>): void {
      assertFree(email, username, id);
      rename.run(username, email, id);
    },
    /** `password`: hash of the new password. */
    setPassword: (id: number, password: string): void => void setPassword.run(password, id),
    setProfile: (id: number, { role, userType }: Profile): void => void setProfile.run(role, userType, id),
    /** Deletes the account and everything that it owns. */
    remove: (id: number): void => void remove.run(id),
    /** Returns the e-mail addresses of the approved administrators. */
    administratorEmails: (): string[] => administrators.all().map((row) => row.email),
    isEmpty: (): boolean => anyone.get() === undefined,
  };
}
