/** Finds rows of an account that are in a backup and missing today, and adds them (features/backups/README, One account). */
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Row } from '../../../platform/storage/database.ts';

type Value = string | number | null;
type Values = Record<string, Value>;

/** A table of things that an account owns. */
interface OwnedTable {
  /** Condition that selects the account's rows in the backup; `@id` is the account. */
  where: string;
  /** Columns that contain ids, and the table to which the ids of each column belong. */
  refs: Readonly<Record<string, string>>;
  /** Column that identifies a row together with its owner, because an id may be reused after a restore. Default: created_at. */
  mark?: string;
  /** Columns that become null. */
  reset?: readonly string[];
}

const ownedRows = 'user_id = @id';
/** Each table comes after the tables that its rows refer to. In `refs`, `?` means: the id becomes null if its row is missing. */
const ownedTables: Readonly<Record<string, OwnedTable>> = {
  soundtracks: { where: ownedRows, refs: { user_id: 'users' }, mark: 'name' },
  playlists: { where: `${ownedRows} AND delete_at IS NULL`, refs: { user_id: 'users' } },
  videos: {
    where: `${ownedRows} AND delete_at IS NULL AND processing_status = 'completed'`,
    refs: { user_id: 'users', category_id: 'categories?', soundtrack_id: 'soundtracks' },
    mark: 'uploaded_at',
    reset: ['original_r2_path'],
  },
  screen_groups: { where: ownedRows, refs: { user_id: 'users' } },
  players: {
    where: ownedRows,
    refs: { user_id: 'users', soundtrack_id: 'soundtracks?' },
    reset: ['last_ping', 'ip_address', 'state', 'offline_reported_at'],
  },
  call_rooms: { where: ownedRows, refs: { user_id: 'users' }, mark: 'name' },
  call_services: { where: ownedRows, refs: { user_id: 'users' }, mark: 'name' },
  breaking_news: { where: ownedRows, refs: { user_id: 'users' } },
  schedule_rules: { where: ownedRows, refs: { user_id: 'users', playlist_id: 'playlists' } },
  admin_notices: {
    where: 'target_user_id = @id OR target_player_id IN (SELECT id FROM players WHERE user_id = @id)',
    refs: { target_user_id: 'users', target_player_id: 'players', created_by: 'users?' },
  },
};

/** Tables whose rows belong to a thing or connect two, and come back with it. `hasId`: the rows have an id, and get a new one. */
const links: readonly { table: string; refs: Readonly<Record<string, string>>; hasId?: boolean }[] = [
  { table: 'video_files', refs: { video_id: 'videos' } },
  { table: 'posters', refs: { video_id: 'videos' } },
  { table: 'video_playlist_assignments', refs: { video_id: 'videos', playlist_id: 'playlists' }, hasId: true },
  { table: 'player_playlist_assignments', refs: { player_id: 'players', playlist_id: 'playlists' } },
  { table: 'breaking_news_playlists', refs: { breaking_news_id: 'breaking_news', playlist_id: 'playlists' } },
  { table: 'screen_group_members', refs: { group_id: 'screen_groups', player_id: 'players' } },
  {
    table: 'schedule_targets',
    refs: { rule_id: 'schedule_rules', player_id: 'players', group_id: 'screen_groups' },
    hasId: true,
  },
  { table: 'call_screens', refs: { room_id: 'call_rooms', player_id: 'players' } },
  { table: 'call_groups', refs: { room_id: 'call_rooms', group_id: 'screen_groups' } },
  { table: 'call_service_rooms', refs: { service_id: 'call_services', room_id: 'call_rooms' } },
];

/** Tables of settings with their `refs`. They come back only with a deleted account: other accounts keep today's settings. */
const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  user_quotas: { user_id: 'users' },
  opening_hours: { user_id: 'users' },
  clinic_profiles: { user_id: 'users' },
  call_settings: { user_id: 'users' },
};

const selectAccount = 'SELECT id, username, email, role, created_at AS createdAt FROM users WHERE removed_at IS NULL';

export interface FoundAccount {
  id: number;
  username: string;
  email: string;
  role: string;
  createdAt: number;
}
export interface MediaFile {
  sha256: string;
  extension: string;
  content_type: string;
  size_bytes: number;
}
/** A row that is missing today. `files`: files of a content; empty for other things. */
export interface MissingRow {
  table: string;
  row: Values & { id: number };
  files: MediaFile[];
}

/** Creates functions that copy rows from the backup to today's database, with today's ids. */
function createCopier(backup: Database, today: Database) {
  const rowsOf = (database: Database, sql: string, values: Row = {}) =>
    database.prepare<[Row], Values & { id: number }>(sql).all(values);
  /** Ids of today by table and id in the backup. */
  const ids = new Map<string, Map<number, number>>();
  const idsOf = (table: string) => ids.get(table) ?? ids.set(table, new Map()).get(table)!;

  /** Returns today's id of a row of the backup; undefined if the row is missing today. */
  function idToday(table: string, id: number): number | undefined {
    const idOfToday = idsOf(table).get(id);
    // Rows that belong to no account have kept their ids. This condition selects them: true for all rows, false for none.
    const sharedRows = table === 'videos' ? 'user_id IS NULL' : !(table in ownedTables) && table !== 'users';
    if (idOfToday !== undefined || sharedRows === false) return idOfToday;
    return rowsOf(today, `SELECT id FROM ${table} WHERE id = @id AND ${sharedRows}`, { id })[0]?.id;
  }

  /** Returns the row with today's ids; undefined when it belongs to something that is missing. */
  function withTodaysIds(row: Values, refs: Readonly<Record<string, string>>): Values | undefined {
    const result = { ...row };
    for (const [column, target] of Object.entries(refs)) {
      if (row[column] === null) continue;
      const id = idToday(target.replace('?', ''), Number(row[column]));
      if (id === undefined && !target.endsWith('?')) return undefined;
      result[column] = id ?? null;
    }
    return result;
  }

  /** Returns the id of the new row; undefined if another row has the same id or the same value in another unique column. */
  function insert(table: string, { ...row }: Values): number | undefined {
    const columns = Object.keys(row);
    const { changes, lastInsertRowid } = today
      .prepare<[Values]>(
        `INSERT OR IGNORE INTO ${table} (${columns.join()}) VALUES (${columns.map((column) => `@${column}`).join()})`,
      )
      .run(row);
    return changes > 0 ? Number(lastInsertRowid) : undefined;
  }

  /** Adds a row that connects two things, if both are there. */
  function addLink({ table, refs, hasId }: (typeof links)[number], row: Values): void {
    const found = withTodaysIds(row, refs);
    if (!found) return;
    const { id: former, ...withoutId } = found;
    const id = insert(table, hasId ? withoutId : found);
    if (id === undefined || table !== 'video_playlist_assignments') return;
    for (const window of rowsOf(backup, 'SELECT * FROM assignment_windows WHERE assignment_id = @former', { former }))
      insert('assignment_windows', { ...window, assignment_id: id });
  }
  return {
    rowsOf,
    idsOf,
    idToday,
    withTodaysIds,
    insert,

    /** Adds the rows that connect this thing with others, if these exist today. */
    addLinks(table: string, id: number): void {
      for (const link of links)
        for (const [column, target] of Object.entries(link.refs))
          if (target === table)
            for (const each of rowsOf(backup, `SELECT * FROM ${link.table} WHERE ${column} = @id`, { id }))
              addLink(link, each);
    },
  };
}

/** Returns an account's usage today and its quotas; null: no limit. */
const readQuotas = (today: Database, id: number) =>
  today
    .prepare<
      [{ id: number }],
      Record<
        'players' | 'playlists' | 'videos' | 'bytes' | 'groups' | 'rules' | 'soundtracks' | 'rooms' | 'services',
        number | null
      > &
        Record<'maxPlayers' | 'maxPlaylists' | 'maxVideos' | 'maxBytes', number | null>
    >(
      `SELECT max_players AS maxPlayers, max_playlists AS maxPlaylists, max_videos AS maxVideos, max_storage_gb * 1073741824 AS maxBytes,
         (SELECT count(*) FROM players WHERE user_id = @id) AS players, (SELECT count(*) FROM playlists WHERE user_id = @id) AS playlists,
         (SELECT count(*) FROM counted_videos WHERE user_id = @id) AS videos,
         (SELECT TOTAL(size_bytes) FROM counted_videos WHERE user_id = @id) AS bytes,
         (SELECT count(*) FROM screen_groups WHERE user_id = @id) AS groups,
         (SELECT TOTAL(1 + length(dates) - length(replace(dates, ' ', ''))) FROM schedule_rules WHERE user_id = @id) AS rules,
         (SELECT count(*) FROM soundtracks WHERE user_id = @id) AS soundtracks,
         (SELECT count(*) FROM call_rooms WHERE user_id = @id) AS rooms, (SELECT count(*) FROM call_services WHERE user_id = @id) AS services
       FROM users LEFT JOIN user_quotas ON user_id = id WHERE id = @id`,
    )
    .get({ id });

/** Returns functions for a backup's database, already migrated, and today's database. Call `add...` in a transaction. */
export function createAccountRows(backup: Database, today: Database, clock: Clock) {
  const { rowsOf, idsOf, idToday, withTodaysIds, insert, addLinks } = createCopier(backup, today);

  /**
   * Returns today's id of a row of the backup; undefined if the row is missing today. The id is a new one if the row was added
   * again while another row had its old id.
   */
  function findSameToday(table: string, { refs, mark = 'created_at' }: OwnedTable, row: Values & { id: number }) {
    const owned = 'user_id' in refs;
    const idsWithSameMark = (database: Database, owner: Value) =>
      rowsOf(
        database,
        `SELECT id FROM ${table} WHERE ${mark} = @mark ${owned ? 'AND user_id = @owner' : ''} ORDER BY id <> @id, id`,
        { id: row.id, mark: row[mark], owner },
      ).map(({ id }) => id);
    const ids = idsWithSameMark(today, (owned && idToday('users', Number(row.user_id))) || null);
    if (ids.length === 0 || ids[0] === row.id) return ids[0];
    // Leave out ids of other things of the backup with the same mark, for example created in the same moment.
    const otherIds = new Set([...idsWithSameMark(backup, row.user_id ?? null), ...idsOf(table).values()]);
    return ids.find((id) => !otherIds.has(id));
  }

  return {
    find: (database: Database, email: string): FoundAccount | undefined =>
      database.prepare<[string], FoundAccount>(`${selectAccount} AND email = ?`).get(email),

    /** Returns an account of the backup as it is today: the name and e-mail may differ, and the id if it was added again. */
    findToday: (backedUp: FoundAccount): FoundAccount | undefined =>
      today
        .prepare<[FoundAccount], FoundAccount>(
          `${selectAccount} AND created_at = @createdAt AND (id = @id OR email = @email) ORDER BY id = @id DESC`,
        )
        .get(backedUp),

    /** Stores which id an account of the backup has today. Call it before `missing` and `add`. */
    recordIdToday: (backedUpId: number, id: number): void => void idsOf('users').set(backedUpId, id),

    /** Adds a deleted account with its settings, and its second factor: the password alone is not enough. Returns its id. */
    addAccount({ id }: FoundAccount): number {
      const [row] = rowsOf(backup, 'SELECT * FROM users WHERE id = @id', { id });
      const resetRow = { ...row, storage_used_bytes: 0, space_requested_at: null, space_asked_at: null };
      const { id: former, ...rest } = resetRow as Values & { id: number };
      const added = insert('users', { id: former, ...rest }) ?? insert('users', rest);
      if (added === undefined) throw new Error(`account ${id} cannot be added`);
      idsOf('users').set(id, added);
      for (const [table, refs] of Object.entries(settings))
        for (const each of rowsOf(backup, `SELECT * FROM ${table} WHERE user_id = @id`, { id })) {
          const row = withTodaysIds(each, refs);
          if (row) insert(table, row);
        }
      for (const { id: former, ...factor } of rowsOf(
        backup,
        'SELECT * FROM second_factors WHERE user_id = @id AND member_id IS NULL',
        { id },
      )) {
        const factorId = insert('second_factors', { ...factor, user_id: added });
        for (const code of rowsOf(backup, 'SELECT * FROM recovery_codes WHERE factor_id = @former', { former }))
          insert('recovery_codes', { ...code, factor_id: factorId ?? null });
      }
      const required = 'secondFactor.isRequiredOf.';
      for (const each of rowsOf(backup, 'SELECT * FROM settings WHERE key = @key', { key: required + id }))
        insert('settings', { ...each, key: required + added });
      return added;
    },

    /** Returns what the account has in the backup and not today, in the order in which it must be added. */
    missing: (id: number): MissingRow[] =>
      Object.entries(ownedTables).flatMap(([table, ownedTable]) =>
        rowsOf(backup, `SELECT * FROM ${table} WHERE ${ownedTable.where} ORDER BY id`, { id }).flatMap(
          (row): MissingRow[] => {
            const same = findSameToday(table, ownedTable, row);
            if (same !== undefined) {
              idsOf(table).set(row.id, same);
              return [];
            }
            const files =
              table === 'videos'
                ? backup
                    .prepare<[number], MediaFile>(
                      'SELECT m.sha256, m.extension, m.content_type, m.size_bytes FROM video_files f JOIN media_files m ON m.sha256 = f.sha256 WHERE f.video_id = ?',
                    )
                    .all(row.id)
                : [];
            return [{ table, row, files }];
          },
        ),
      ),

    /** Adds a thing, whose files are in place, and its links. Returns false if the thing exists by now or cannot be added. */
    add({ table, row, files }: MissingRow): boolean {
      const ownedTable = ownedTables[table];
      const found = ownedTable && withTodaysIds(row, ownedTable.refs);
      if (!ownedTable || !found || findSameToday(table, ownedTable, row) !== undefined) return false;
      for (const column of ownedTable.reset ?? []) found[column] = null;
      for (const { sha256, extension, content_type, size_bytes } of files)
        insert('media_files', { sha256, extension, content_type, size_bytes, created_at: clock.now() });
      const { id: _, ...withoutId } = found;
      const id = insert(table, found) ?? insert(table, withoutId);
      if (id === undefined) return false;
      idsOf(table).set(row.id, id);
      addLinks(table, row.id);
      return true;
    },

    quotas: (id: number) => readQuotas(today, id),
    /** Sets an account's storage counter to the sum of its contents. */
    recountUsedBytes: (id: number): void =>
      void today
        .prepare<[number]>(
          'UPDATE users SET storage_used_bytes = (SELECT COALESCE(SUM(size_bytes), 0) FROM counted_videos WHERE user_id = users.id) WHERE id = ?',
        )
        .run(id),
  };
}
