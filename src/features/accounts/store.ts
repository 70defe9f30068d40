/** Accounts: who they are, their status and profile, and what they use. Quotas are in quota-store.ts. */
import type { AccountView, AdminUser, AdminUserWithCounts, User, UserWithUsage } from '../../contract/accounts.ts';
import type { UserActor } from '../../contract/endpoint.ts';
import { AppError, type FieldErrors, notFound } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { bytesPerMb } from '../../contract/units.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Profile, Target } from './rules.ts';

export interface Account extends Target {
  username: string;
  email: string;
  /** The hash. */
  password: string;
}

export interface NewAccount {
  username: string;
  email: string;
  /** The hash. */
  password: string;
  profile?: Profile;
  status?: Account['status'];
}

export type AccountStore = ReturnType<typeof createAccountStore>;

const bytesPerGb = 2 ** 30;

const accountColumns = 'id, username, email, password, role, user_type AS userType, status';
const flagColumns =
  'can_access_breaking_news AS canAccessBreakingNews, can_access_radio AS canAccessRadio, can_access_management AS canAccessManagement';
const limitColumns =
  'space_requested_at AS spaceRequestedAt, max_videos AS maxVideos, max_playlists AS maxPlaylists, max_players AS maxPlayers';
const userColumns = `users.id, username, email, role, user_type AS userType, storage_used_bytes AS usedBytes, storage_limit_mb AS storageLimit, time_zone AS timeZone, ${flagColumns}`;
const count = (table: string, where = '') => `(SELECT count(*) FROM ${table} WHERE user_id = users.id ${where})`;
/** Approved, pending, blocked, then id (contract/README 2.5). */
const listOrder = "CASE status WHEN 'approved' THEN 0 WHEN 'pending' THEN 1 ELSE 2 END, users.id";

type UserRow = Omit<AccountView, FlagName | 'storageUsed' | 'timeZone'> &
  Flags<number> & { usedBytes: number; timeZone: string | null };
type UsageRow = UserRow &
  Omit<UserWithUsage, keyof AccountView | 'spaceRequestedAt'> & { spaceRequestedAt: number | null };
type ListRow = Omit<AdminUser, 'createdAt'> & { createdAt: number };
type CountsRow = Omit<
  AdminUserWithCounts,
  FlagName | 'createdAt' | 'storageUsed' | 'radioEnabled' | 'hasSecondFactor' | 'spaceRequestedAt' | 'timeZone'
> &
  Flags<number> & {
    createdAt: number;
    usedBytes: number;
    radioEnabled: number;
    hasSecondFactor: number;
    spaceRequestedAt: number | null;
    timeZone: string | null;
  };

export type FlagName = 'canAccessBreakingNews' | 'canAccessRadio' | 'canAccessManagement';
export type Flags<T> = Record<FlagName, T>;

/** `homeZone`: of who has chosen none. */
export function createAccountStore(database: Database, clock: Clock, homeZone = 'America/Sao_Paulo') {
  const byId = database.prepare<[number], Account>(`SELECT ${accountColumns} FROM users WHERE id = ?`);
  const byEmail = database.prepare<[string], Account>(`SELECT ${accountColumns} FROM users WHERE email = ?`);
  const clashes = database.prepare<
    [{ email: string; username: string; ownId: number }],
    { email: number; username: number }
  >(`
    SELECT email = @email AS email, fold(username) = fold(@username) AS username FROM users
    WHERE (email = @email OR fold(username) = fold(@username)) AND id <> @ownId
    UNION ALL SELECT 1, 0 FROM members WHERE email = @email`);
  const insert = database.prepare<
    [{ username: string; email: string; password: string; role: string; userType: string; status: string; now: number }]
  >(`
    INSERT INTO users (username, email, password, role, user_type, status, storage_limit_mb, created_at)
    VALUES (@username, @email, @password, @role, @userType, @status, ${limits.defaultStorageMb}, @now)`);
  const insertQuotas = database.prepare<[number]>(`
    INSERT INTO user_quotas (user_id, max_playlists, max_videos, max_storage_gb)
    VALUES (?, ${limits.defaultMaxPlaylists}, ${limits.defaultMaxVideos}, ${limits.defaultMaxStorageGb})`);
  const current = database.prepare<[number], UserRow>(
    `SELECT ${userColumns} FROM users JOIN user_quotas ON user_id = users.id WHERE users.id = ?`,
  );
  const usage = database.prepare<[number], UsageRow>(`
    SELECT ${userColumns}, ${limitColumns}, ${count('counted_videos')} AS videoCount, ${count('kept_playlists')} AS playlistCount,
      ${count('players')} AS playerCount, ${count('breaking_news')} AS messageCount
    FROM users JOIN user_quotas ON user_id = users.id WHERE users.id = ?`);
  const listAll = database.prepare<[], ListRow>(
    `SELECT id, username, email, role, user_type AS userType, status, created_at AS createdAt FROM users ORDER BY ${listOrder}`,
  );
  const listCounts = database.prepare<[], CountsRow>(`
    SELECT users.id, username, email, role, user_type AS userType, status, users.created_at AS createdAt, storage_used_bytes AS usedBytes,
      time_zone AS timeZone, max_storage_gb AS maxStorageGb, ${limitColumns}, ${flagColumns}, ${count('kept_playlists')} AS actualPlaylistCount,
      ${count('counted_videos')} AS actualVideoCount, ${count('players')} AS actualPlayerCount,
      ${count('breaking_news', 'AND is_active = 1')} AS actualBreakingNewsCount,
      EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = users.id) AS hasSecondFactor,
      coalesce(is_enabled, 0) AS radioEnabled, radio_stations.name AS radioStationName
    FROM users JOIN user_quotas ON user_quotas.user_id = users.id
    LEFT JOIN user_radio_settings ON user_radio_settings.user_id = users.id
    LEFT JOIN radio_stations ON radio_stations.id = selected_radio_id
    ORDER BY ${listOrder}`);
  const setStatus = database.prepare<[string, number]>('UPDATE users SET status = ? WHERE id = ?');
  const setPassword = database.prepare<[string, number]>('UPDATE users SET password = ? WHERE id = ?');
  const setProfile = database.prepare<[string, string, number]>(
    'UPDATE users SET role = ?, user_type = ? WHERE id = ?',
  );
  const remove = database.prepare<[number]>('DELETE FROM users WHERE id = ?');
  const administrators = database.prepare<[], { email: string }>(
    "SELECT email FROM users WHERE role = 'admin' AND user_type = 'admin' AND status = 'approved' ORDER BY id",
  );
  const anyone = database.prepare<[]>('SELECT 1 FROM users LIMIT 1');

  /** Throws conflict when the email belongs to someone but `ownId`, or a username that people would take for the same. */
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
    /** Throws not_found. */
    findOrThrow(id: number): Account {
      const account = byId.get(id);
      if (!account) throw notFound('user');
      return account;
    },
    /** `email` in any case. */
    findByEmail: (email: string): Account | undefined => byEmail.get(email),
    assertFree,
    /** Answers the id. Quotas start at the defaults (contract/README 1.7). Throws conflict as assertFree does. Call it in a transaction. */
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
    /** The account as the client sees it, and who of it calls; MB. */
    currentFor({ userId, member, capabilities }: UserActor): User {
      return {
        ...toUser(existing(current.get(userId)), homeZone),
        member: member ?? null,
        capabilities: [...capabilities],
      };
    },
    /** The same with what is used of each quota. */
    usage(id: number): UserWithUsage {
      const { spaceRequestedAt, ...row } = existing(usage.get(id));
      return { ...toUser(row, homeZone), spaceRequestedAt: toTime(spaceRequestedAt) };
    },
    list: (): AdminUser[] => listAll.all().map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() })),
    listWithCounts(): AdminUserWithCounts[] {
      return listCounts.all().map(({ usedBytes, ...row }) => ({
        ...withFlags(row),
        createdAt: new Date(row.createdAt).toISOString(),
        storageUsed: usedBytes / bytesPerGb,
        ...{ radioEnabled: row.radioEnabled === 1, hasSecondFactor: row.hasSecondFactor === 1 },
        timeZone: row.timeZone ?? homeZone,
        spaceRequestedAt: toTime(row.spaceRequestedAt),
      }));
    },
    setStatus: (id: number, status: Account['status']): void => void setStatus.run(status, id),
    /** `password` is a hash. */
    setPassword: (id: number, password: string): void => void setPassword.run(password, id),
    setProfile: (id: number, { role, userType }: Profile): void => void setProfile.run(role, userType, id),
    /** With everything the account owns. */
    remove: (id: number): void => void remove.run(id),
    /** Addresses of the approved administrators. */
    administratorEmails: (): string[] => administrators.all().map((row) => row.email),
    isEmpty: (): boolean => anyone.get() === undefined,
  };
}

function existing<Row>(row: Row | undefined): Row {
  if (!row) throw new AppError('unauthenticated');
  return row;
}

export function withFlags<Row extends Flags<number>>(row: Row): Omit<Row, FlagName> & Flags<boolean> {
  return {
    ...row,
    canAccessBreakingNews: row.canAccessBreakingNews === 1,
    canAccessRadio: row.canAccessRadio === 1,
    canAccessManagement: row.canAccessManagement === 1,
  };
}

const toTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

function toUser<Row extends UserRow>({ usedBytes, ...row }: Row, homeZone: string) {
  return { ...withFlags(row), storageUsed: usedBytes / bytesPerMb, timeZone: row.timeZone ?? homeZone };
}
