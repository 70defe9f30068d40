/** Reads accounts as the API returns them: the signed-in person's account, and the managers' list with counts. */
import type { AccountView, ListedAccountWithCounts, User, UserWithUsage } from '../../../contract/accounts/accounts.ts';
import type { UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import type { Database } from '../../../platform/storage/database.ts';

const bytesPerGb = 2 ** 30;

const flagColumns =
  'can_access_breaking_news AS canAccessBreakingNews, can_access_radio AS canAccessRadio, can_access_management AS canAccessManagement';
const limitColumns =
  'space_requested_at AS spaceRequestedAt, max_videos AS maxVideos, max_playlists AS maxPlaylists, max_players AS maxPlayers';
const userColumns = `users.id, username, email, role, user_type AS userType, storage_used_bytes AS usedBytes, storage_limit_mb AS storageLimit, time_zone AS timeZone, ${flagColumns}`;
const count = (table: string, where = '') => `(SELECT count(*) FROM ${table} WHERE user_id = users.id ${where})`;
/** Orders by status (approved, pending, blocked), then by id (contract/README 2.5). */
const listOrder = "CASE status WHEN 'approved' THEN 0 WHEN 'pending' THEN 1 ELSE 2 END, users.id";

/** Number of accounts that `listWithCounts` counts between two yields. */
const accountsPerBatch = 50;

type UserRow = Omit<AccountView, FlagName | 'storageUsed' | 'timeZone'> &
  Flags<number> & { usedBytes: number; timeZone: string | null };
type UsageRow = UserRow &
  Omit<UserWithUsage, keyof AccountView | 'spaceRequestedAt'> & { spaceRequestedAt: number | null };
type CountsRow = Stored<
  Omit<ListedAccountWithCounts, 'createdAt' | 'storageUsed' | 'spaceRequestedAt' | 'timeZone'>
> & {
  createdAt: number;
  usedBytes: number;
  spaceRequestedAt: number | null;
  timeZone: string | null;
};

/** SQLite has no booleans: a row has 0 or 1. */
type Stored<Row> = { [Name in keyof Row]: Row[Name] extends boolean ? number : Row[Name] };

type FlagName = 'canAccessBreakingNews' | 'canAccessRadio' | 'canAccessManagement';
export type Flags<T> = Record<FlagName, T>;

/** `homeZone`: time zone of accounts that have not chosen one. */
export function createAccountViews(database: Database, homeZone: string) {
  const current = database.prepare<[number], UserRow>(
    `SELECT ${userColumns} FROM users JOIN user_quotas ON user_id = users.id WHERE users.id = ?`,
  );
  const usage = database.prepare<[number], UsageRow>(`
    SELECT ${userColumns}, ${limitColumns}, ${count('counted_videos', 'AND soundtrack_id IS NULL')} AS videoCount, ${count('kept_playlists')} AS playlistCount,
      ${count('players')} AS playerCount, ${count('breaking_news')} AS messageCount
    FROM users JOIN user_quotas ON user_id = users.id WHERE users.id = ?`);
  const mayManage = database.prepare<[number]>(
    "SELECT 1 FROM users JOIN user_quotas ON user_id = users.id WHERE users.id = ? AND (role = 'admin' OR can_access_management = 1)",
  );
  const listedIds = database.prepare<[], { id: number }>(
    `SELECT id FROM users WHERE removed_at IS NULL ORDER BY ${listOrder}`,
  );
  const counts = database.prepare<[number], CountsRow>(`
    SELECT users.id, username, email, role, user_type AS userType, status, users.created_at AS createdAt, storage_used_bytes AS usedBytes,
      time_zone AS timeZone, max_storage_gb AS maxStorageGb, ${limitColumns}, ${flagColumns}, ${count('kept_playlists')} AS actualPlaylistCount,
      ${count('counted_videos', 'AND soundtrack_id IS NULL')} AS actualVideoCount, ${count('players')} AS actualPlayerCount,
      ${count('breaking_news', 'AND is_active = 1')} AS actualBreakingNewsCount,
      EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = users.id AND f.member_id IS NULL) AS hasSecondFactor,
      EXISTS (SELECT 1 FROM settings WHERE key = 'secondFactor.isRequiredOf.' || users.id) AS requiresSecondFactor,
      coalesce(is_enabled, 0) AS radioEnabled, radio_stations.name AS radioStationName
    FROM users JOIN user_quotas ON user_quotas.user_id = users.id
    LEFT JOIN user_radio_settings ON user_radio_settings.user_id = users.id
    LEFT JOIN radio_stations ON radio_stations.id = selected_radio_id
    WHERE users.id = ? AND users.removed_at IS NULL`);

  /** Returns an account's row of the managers' list; undefined if there is no such account. */
  function findCounts(id: number): ListedAccountWithCounts | undefined {
    const row = counts.get(id);
    return row && toCounts(row, homeZone);
  }

  return {
    findCounts,
    /** True if the account may manage contents, screens and playlists (contract/README 1.8). */
    mayManage: (id: number): boolean => mayManage.get(id) !== undefined,
    /** Returns the account as the studio shows it, with the member who is signed in. Sizes in MB. */
    currentFor({ userId, member, capabilities }: UserActor): User {
      return {
        ...toUser(accountOrThrow(current.get(userId)), homeZone),
        member: member ?? null,
        capabilities: [...capabilities],
      };
    },
    /** Returns the account with the usage of each quota. */
    usage(id: number): UserWithUsage {
      const { spaceRequestedAt, ...row } = accountOrThrow(usage.get(id));
      return { ...toUser(row, homeZone), spaceRequestedAt: toTime(spaceRequestedAt) };
    },
    /** Returns the managers' list. Run it with `yieldBetween`: requests are served meanwhile, as 1,000 accounts take 10 ms. */
    *listWithCounts(): Generator<void, ListedAccountWithCounts[]> {
      const accounts: ListedAccountWithCounts[] = [];
      for (const [index, { id }] of listedIds.all().entries()) {
        const row = findCounts(id);
        if (row) accounts.push(row);
        if (index % accountsPerBatch === accountsPerBatch - 1) yield;
      }
      return accounts;
    },
  };
}

function toCounts({ usedBytes, ...row }: CountsRow, homeZone: string): ListedAccountWithCounts {
  return {
    ...withFlags(row),
    createdAt: new Date(row.createdAt).toISOString(),
    storageUsed: usedBytes / bytesPerGb,
    radioEnabled: row.radioEnabled === 1,
    hasSecondFactor: row.hasSecondFactor === 1,
    requiresSecondFactor: row.requiresSecondFactor === 1,
    timeZone: row.timeZone ?? homeZone,
    spaceRequestedAt: toTime(row.spaceRequestedAt),
  };
}

function accountOrThrow<Row>(row: Row | undefined): Row {
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
