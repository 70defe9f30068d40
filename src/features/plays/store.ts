/** Stores the plays that screens report, and sums by day (tables `plays`, `plays_daily`, `plays_names`; contract/README 19). */
import type { Play, PlaySums } from '../../contract/plays.ts';
import { limits } from '../../contract/limits.ts';
import type { Database } from '../../platform/storage/database.ts';

/** A play as it is stored: `startedAt` (ms since 1970) and `ms` exclude the time that earlier plays of the screen cover. */
export interface CountedPlay extends Omit<Play, 'startedAt'> {
  startedAt: number;
}

/** A play that the sums do not include yet. `playlistId` 0: none. */
export interface UnsummedPlay {
  id: number;
  userId: number;
  timeZone: string | null;
  videoId: number;
  playerId: number;
  playlistId: number;
  startedAt: number;
  ms: number;
  isComplete: number;
  hadSound: number;
}

/** Key of a row of sums. `day`: days since 1970. `videoId` 0: other contents; `playlistId` 0: none. */
export interface DayKey {
  userId: number;
  day: number;
  videoId: number;
  playerId: number;
  playlistId: number;
}
/** `hours`: plays by the hour in which they began. */
export type DaySums = PlaySums & { hours: number[] };
export type NameKind = keyof typeof idColumns;
/** Selects the sums of an account's day. `videoId`, `playerId`: of one content or screen; null: of all. */
export interface DayFilter {
  userId: number;
  day: number;
  videoId: number | null;
  playerId: number | null;
}
/** A line of the CSV table. `numbers`, formatted for CSV: plays, complete plays, plays with sound, seconds. */
export interface TableLine {
  videoId: number;
  playerId: number;
  playlistId: number;
  numbers: string;
}

/** Number of rows that one transaction deletes. */
const rowsPerDeletion = 200;
const idColumns = { content: 'video_id', screen: 'player_id', playlist: 'playlist_id' };
const dayCondition = `user_id = @userId AND day = @day AND (@videoId IS NULL OR video_id = @videoId)
  AND (@playerId IS NULL OR player_id = @playerId)`;

export type PlayStore = ReturnType<typeof createPlayStore>;

/** Returns a function that reads the present name of an account's object, or of a platform content that the account may show. */
function createCurrentNames(database: Database) {
  const prepare = (sql: string) => database.prepare<[number, number], { name: string }>(sql);
  const ownNames: Record<NameKind, ReturnType<typeof prepare>> = {
    content: prepare('SELECT name FROM videos WHERE id = ? AND user_id = ?'),
    screen: prepare('SELECT name FROM players WHERE id = ? AND user_id = ?'),
    playlist: prepare('SELECT name FROM playlists WHERE id = ? AND user_id = ?'),
  };
  const platform = prepare('SELECT name FROM playable_videos WHERE id = ? AND viewer_id = ?');
  return (userId: number, kind: NameKind, id: number): string | null =>
    (ownNames[kind].get(id, userId) ?? (kind === 'content' ? platform.get(id, userId) : undefined))?.name ?? null;
}

/** Returns functions that read the sums of one day. */
function createDayReports(database: Database) {
  // SQLite adds up, because a month of a large account has more rows than JavaScript reads in time.
  const groupsBy = (column: string) =>
    database.prepare<[DayFilter], PlaySums & { id: number }>(
      `SELECT ${column} AS id, sum(plays) AS plays, sum(complete) AS complete, sum(with_sound) AS withSound, sum(ms) AS ms
       FROM plays_daily WHERE ${dayCondition} GROUP BY ${column}`,
    );
  const groups = {
    content: groupsBy(idColumns.content),
    screen: groupsBy(idColumns.screen),
    playlist: groupsBy(idColumns.playlist),
  };
  const hours = database.prepare<[DayFilter], { all: string | null }>(
    `SELECT '[' || group_concat(hours) || ']' AS "all" FROM plays_daily WHERE ${dayCondition}`,
  );
  const table = database.prepare<[DayFilter], TableLine>(
    `SELECT video_id AS videoId, player_id AS playerId, playlist_id AS playlistId,
       plays || ';' || complete || ';' || with_sound || ';' || ((ms + 500) / 1000) AS numbers
     FROM plays_daily WHERE ${dayCondition} ORDER BY plays DESC`,
  );
  return {
    /** Returns the sums of one day by content, screen or playlist. */
    groupsOf: (kind: NameKind, filter: DayFilter) => groups[kind].all(filter),
    /** Returns an array for each row of sums of one day: its numbers of plays in the 24 hours. */
    playsPerHour: (filter: DayFilter) => JSON.parse(hours.get(filter)?.all ?? '[]') as number[][],
    /** Returns the lines of one day, the most played first. */
    tableOf: (filter: DayFilter): TableLine[] => table.all(filter),
  };
}

/** Functions that change data must be called inside a transaction, except `removeBefore`, which makes its own. */
export function createPlayStore(database: Database) {
  const countedUntil = database.prepare<[number], { at: number }>(
    'SELECT started_at + ms AS at FROM plays WHERE player_id = ? ORDER BY id DESC LIMIT 1',
  );
  const insert = database.prepare<unknown[]>(
    `INSERT INTO plays (player_id, uuid, video_id, sha256, playlist_id, rule_id, started_at, ms, ended, had_sound)
     SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM players WHERE id = ? ON CONFLICT DO NOTHING`,
  );
  const isKnown = database.prepare<[number, string]>('SELECT 1 FROM plays WHERE player_id = ? AND uuid = ?');
  // `is_folded`: 1 once the sums include the play.
  const removeOldSummed = database.prepare<[{ player: number; count: number }]>(
    `DELETE FROM plays WHERE player_id = @player AND is_folded = 1
       AND id <= (SELECT id FROM plays WHERE player_id = @player ORDER BY id DESC LIMIT 1 OFFSET @count)`,
  );
  const unsummed = database.prepare<[number], UnsummedPlay>(
    `SELECT s.id, p.user_id AS userId, u.time_zone AS timeZone, s.video_id AS videoId, s.player_id AS playerId,
       COALESCE(s.playlist_id, 0) AS playlistId, s.started_at AS startedAt, s.ms, s.ended = 'complete' AS isComplete,
       s.had_sound AS hadSound
     FROM plays s JOIN players p ON p.id = s.player_id JOIN users u ON u.id = p.user_id
     WHERE s.is_folded = 0 ORDER BY s.id LIMIT ?`,
  );
  const markSummed = database.prepare<[number]>('UPDATE plays SET is_folded = 1 WHERE id = ?');
  const sumsOf = database.prepare<[DayKey], PlaySums & { hours: string }>(
    `SELECT plays, complete, with_sound AS withSound, ms, hours FROM plays_daily
     WHERE user_id = @userId AND day = @day AND video_id = @videoId AND player_id = @playerId AND playlist_id = @playlistId`,
  );
  const countOf = database.prepare<[DayKey], { count: number }>(
    'SELECT count(*) AS count FROM plays_daily WHERE user_id = @userId AND day = @day AND player_id = @playerId',
  );
  const save = database.prepare<unknown[]>(
    `INSERT INTO plays_daily (user_id, day, video_id, player_id, playlist_id, plays, complete, with_sound, ms, hours)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET plays = excluded.plays, complete = excluded.complete, with_sound = excluded.with_sound,
       ms = excluded.ms, hours = excluded.hours`,
  );
  const currentNameOf = createCurrentNames(database);
  const saveName = database.prepare<
    [{ user: number; kind: NameKind; id: number; name: string | null; fallback: string; day: number }]
  >(
    `INSERT INTO plays_names (user_id, kind, id, name, last_day) VALUES (@user, @kind, @id, COALESCE(@name, @fallback), @day)
     ON CONFLICT DO UPDATE SET name = COALESCE(@name, name), last_day = max(last_day, excluded.last_day)`,
  );
  const names = database.prepare<[number, NameKind], { id: number; name: string }>(
    'SELECT id, name FROM plays_names WHERE user_id = ? AND kind = ?',
  );
  const timeZone = database.prepare<[number], { time_zone: string | null }>('SELECT time_zone FROM users WHERE id = ?');
  const oldestDays = database.prepare<[], { userId: number; day: number | null }>(
    'SELECT id AS userId, (SELECT min(day) FROM plays_daily WHERE user_id = users.id) AS day FROM users',
  );
  const removeSome = database.prepare<[number, number]>(
    `DELETE FROM plays_daily WHERE (user_id, day, video_id, player_id, playlist_id) IN
       (SELECT user_id, day, video_id, player_id, playlist_id FROM plays_daily WHERE user_id = ? AND day < ?
        LIMIT ${rowsPerDeletion})`,
  );
  const removeNames = database.prepare<[number, number]>('DELETE FROM plays_names WHERE user_id = ? AND last_day < ?');

  return {
    /** Returns the end of a screen's last counted play, in milliseconds since 1970; 0 without one. */
    countedUntil: (playerId: number): number => countedUntil.get(playerId)?.at ?? 0,
    isKnown: (playerId: number, uuid: string): boolean => isKnown.get(playerId, uuid) !== undefined,

    insert(playerId: number, play: CountedPlay): void {
      const { uuid, item, sha256, playlist, rule, startedAt, ms, end, hadSound } = play;
      insert.run(uuid, item, sha256, playlist, rule, startedAt, ms, end, Number(hadSound), playerId);
    },

    /** Deletes a screen's summed plays, except the last `limits.plays.remembered`. */
    removeOldSummed: (playerId: number): void =>
      void removeOldSummed.run({ player: playerId, count: limits.plays.remembered }),

    /** Returns plays that the sums do not include, the oldest first. */
    unsummed: (count: number): UnsummedPlay[] => unsummed.all(count),
    markSummed: (id: number): void => void markSummed.run(id),

    hasSums: (key: DayKey): boolean => sumsOf.get(key) !== undefined,
    /** Returns how many rows of sums the screen has on that day; content and playlist of the key do not matter. */
    countRowsOfScreen: (key: DayKey): number => countOf.get(key)?.count ?? 0,

    /** Adds to the sums of a day. */
    add(key: DayKey, added: DaySums): void {
      const before = sumsOf.get(key);
      const hoursBefore = before ? (JSON.parse(before.hours) as number[]) : [];
      const sum = (name: keyof PlaySums) => added[name] + (before?.[name] ?? 0);
      const inHours = added.hours.map((plays, hour) => plays + (hoursBefore[hour] ?? 0));
      const { userId, day, videoId, playerId, playlistId } = key;
      const sums = [sum('plays'), sum('complete'), sum('withSound'), sum('ms'), JSON.stringify(inHours)];
      save.run(userId, day, videoId, playerId, playlistId, ...sums);
    },

    ...createDayReports(database),

    /**
     * Stores the present name of a content, screen or playlist with plays on a day. `fallback`: text to store if it no longer
     * exists and no name was stored before, such as 'Conteúdo excluído'.
     */
    saveName(userId: number, kind: NameKind, id: number, fallback: string, day: number): void {
      const name = currentNameOf(userId, kind, id);
      saveName.run({ user: userId, kind, id, name, fallback, day });
    },

    /** Returns the last known names by id. */
    names: (userId: number, kind: NameKind): Map<number, string> =>
      new Map(names.all(userId, kind).map(({ id, name }) => [id, name])),

    /** Returns the zone that the account has chosen; null for the server's. */
    timeZone: (userId: number): string | null => timeZone.get(userId)?.time_zone ?? null,

    /** Deletes, in batches, sums of days before `day` and names without plays since `day`. Returns the number of deleted sums. */
    *removeBefore(day: number): Generator<void, number> {
      let removed = 0;
      for (const { userId, day: oldest } of oldestDays.all()) {
        if (oldest === null || oldest >= day) continue;
        for (let changes = -1; changes !== 0; removed += changes) {
          ({ changes } = database.txUnsynced(() => removeSome.run(userId, day)));
          yield;
        }
        database.tx(() => removeNames.run(userId, day));
      }
      return removed;
    },
  };
}
