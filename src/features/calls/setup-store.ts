/**
 * Stores rooms, their screens, an account's call settings and its connection to Novo SGA (tables `call_rooms`, `call_screens`,
 * `call_groups`, `call_settings`, `call_sources`, `call_source_permissions`).
 */
import type { CallRoom, CallSettings } from '../../contract/calls.ts';
import { notFound } from '../../contract/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { defaultSettings } from './call-policies.ts';
import { hostAndPort } from './novo-sga-address.ts';

interface RoomRow {
  id: number;
  name: string;
  colour: string;
  onAll: number;
}

/** The newest entry that the server has read on the panel, Novo SGA's list of the last calls. */
export interface PanelMark {
  lastId: number;
  /** Milliseconds since 1970. */
  readAt: number;
}

/** Counts of the calls that Novo SGA made, and this server did not. */
export interface LostCalls {
  /** Maximum number of calls that the panel may have dropped before the server read it. */
  missed: number;
  /** Entries beyond the 5,000 calls of a day (contract/README 15.2). */
  beyondLimit: number;
}

export type RoomFields = Omit<CallRoom, 'id'>;
export type StoredCallSettings = Omit<CallSettings, 'canSpeak'>;
type SettingsFlag = 'chime' | 'voice' | 'isDigitByDigit' | 'queueEnabled' | 'carriesOver';
type SettingsRow = Omit<StoredCallSettings, 'prefixes' | SettingsFlag> &
  Record<SettingsFlag, number> &
  StoredCallSettings['prefixes'];

/** Connection to Novo SGA's panel, with its secrets. */
export interface StoredSource {
  userId: number;
  isActive: boolean;
  url: string;
  unitId: number;
  serviceIds: number[];
  clientId: string;
  clientSecret: string;
  username: string;
  password: string;
  /** Host and port that an administrator allows in the server's own network. */
  allowedAddress: string | null;
}

type SourceRow = Omit<StoredSource, 'isActive' | 'serviceIds' | 'allowedAddress'> & {
  isActive: number;
  /** The ids as JSON. */
  serviceIds: string;
};
type ReadSourceRow = SourceRow & { allowedUrl: string | null };

export type CallSetupStore = ReturnType<typeof createCallSetupStore>;

/** Functions that change data must be called inside a transaction. */
export function createCallSetupStore(database: Database) {
  const zone = database.prepare<[number], { timeZone: string | null }>(
    'SELECT time_zone AS timeZone FROM users WHERE id = ?',
  );
  return {
    ...createRooms(database),
    ...createSettings(database),
    ...createSources(database),
    /** Returns the clinic's time zone; null: the server's time zone. */
    timeZone: (userId: number): string | null => zone.get(userId)?.timeZone ?? null,
  };
}

function createRooms(database: Database) {
  const columns = 'id, name, colour, on_all AS onAll';
  const all = database.prepare<[number], RoomRow>(`SELECT ${columns} FROM call_rooms WHERE user_id = ? ORDER BY id`);
  const byId = database.prepare<[number, number], RoomRow>(
    `SELECT ${columns} FROM call_rooms WHERE id = ? AND user_id = ?`,
  );
  const screens = database.prepare<[number], { roomId: number; playerId: number }>(
    `SELECT s.room_id AS roomId, s.player_id AS playerId FROM call_rooms r JOIN call_screens s ON s.room_id = r.id
     WHERE r.user_id = ? ORDER BY s.player_id`,
  );
  const groups = database.prepare<[number], { roomId: number; groupId: number }>(
    `SELECT t.room_id AS roomId, t.group_id AS groupId FROM call_rooms r JOIN call_groups t ON t.room_id = r.id
     WHERE r.user_id = ? ORDER BY t.group_id`,
  );
  const insert = database.prepare<[number, string, string, number]>(
    'INSERT INTO call_rooms (user_id, name, colour, on_all) VALUES (?, ?, ?, ?)',
  );
  const change = database.prepare<[string, string, number, number, number]>(
    'UPDATE call_rooms SET name = ?, colour = ?, on_all = ? WHERE id = ? AND user_id = ?',
  );
  const remove = database.prepare<[number, number]>('DELETE FROM call_rooms WHERE id = ? AND user_id = ?');
  const ownRoom = '(SELECT id FROM call_rooms WHERE id = ? AND user_id = ?)';
  const unlink = database.prepare<[number, number]>(`DELETE FROM call_screens WHERE room_id = ${ownRoom}`);
  const unlinkGroups = database.prepare<[number, number]>(`DELETE FROM call_groups WHERE room_id = ${ownRoom}`);
  const linkGroups = database.prepare<[{ room: number; user: number; groups: string }]>(
    `INSERT INTO call_groups (room_id, group_id)
     SELECT @room, id FROM screen_groups WHERE user_id = @user AND id IN (SELECT value FROM json_each(@groups))`,
  );
  const link = database.prepare<[{ room: number; user: number; screens: string }]>(
    `INSERT INTO call_screens (room_id, player_id)
     SELECT @room, id FROM players WHERE user_id = @user AND id IN (SELECT value FROM json_each(@screens))`,
  );

  function rooms(userId: number): CallRoom[] {
    const [links, groupLinks] = [screens.all(userId), groups.all(userId)];
    return all.all(userId).map(({ id, name, colour, onAll }) => ({
      id,
      name,
      colour,
      playerIds: onAll ? null : links.filter(({ roomId }) => roomId === id).map(({ playerId }) => playerId),
      groupIds: groupLinks.filter(({ roomId }) => roomId === id).map(({ groupId }) => groupId),
    }));
  }

  type RoomScreens = Pick<RoomFields, 'playerIds' | 'groupIds'>;
  /** Replaces a room's screens and groups. Throws not_found for a screen or group that is not the user's. */
  function setScreens(userId: number, roomId: number, { playerIds, groupIds }: RoomScreens): void {
    unlink.run(roomId, userId);
    unlinkGroups.run(roomId, userId);
    if (playerIds === null) return;
    const wantedGroups = [...new Set(groupIds)];
    if (
      linkGroups.run({ room: roomId, user: userId, groups: JSON.stringify(wantedGroups) }).changes !==
      wantedGroups.length
    )
      throw notFound('screenGroup');
    const wantedScreens = new Set(playerIds);
    if (
      link.run({ room: roomId, user: userId, screens: JSON.stringify([...wantedScreens]) }).changes !==
      wantedScreens.size
    )
      throw notFound('screen');
  }

  return {
    rooms,

    /** Throws not_found. */
    roomOrThrow(userId: number, id: number): { id: number; name: string; colour: string; isOnAll: boolean } {
      const row = byId.get(id, userId);
      if (!row) throw notFound('callRoom');
      return { id, name: row.name, colour: row.colour, isOnAll: row.onAll === 1 };
    },

    /** Returns the new id. Throws not_found for a foreign screen or group. */
    createRoom(userId: number, { name, colour, ...screens }: RoomFields): number {
      const id = insert.run(userId, name, colour, Number(screens.playerIds === null)).lastInsertRowid;
      setScreens(userId, id, screens);
      return id;
    },

    /** The room must belong to the user. Throws not_found for a foreign screen or group. */
    changeRoom(userId: number, id: number, { name, colour, ...screens }: RoomFields): void {
      change.run(name, colour, Number(screens.playerIds === null), id, userId);
      setScreens(userId, id, screens);
    },

    /** Throws not_found. */
    removeRoom(userId: number, id: number): void {
      if (remove.run(id, userId).changes === 0) throw notFound('callRoom');
    },
  };
}

function createSettings(database: Database) {
  const select = database.prepare<[number], SettingsRow>(
    `SELECT name_policy AS namePolicy, chime, voice, digit_by_digit AS isDigitByDigit, repetitions, seconds, layout, queue_enabled AS queueEnabled,
       prefix_normal AS normal, prefix_preferential AS preferential, prefix_over80 AS over80, alternation,
       day_starts_at AS dayStartsAt, carries_over AS carriesOver, speech_engine AS engine
     FROM call_settings WHERE user_id = ?`,
  );
  const save = database.prepare<[SettingsRow & { user: number }]>(
    `INSERT INTO call_settings (user_id, name_policy, chime, voice, digit_by_digit, repetitions, seconds, layout, queue_enabled,
       prefix_normal, prefix_preferential, prefix_over80, alternation, day_starts_at, carries_over, speech_engine)
     VALUES (@user, @namePolicy, @chime, @voice, @isDigitByDigit, @repetitions, @seconds, @layout, @queueEnabled,
       @normal, @preferential, @over80, @alternation, @dayStartsAt, @carriesOver, @engine)
     ON CONFLICT (user_id) DO UPDATE SET name_policy = excluded.name_policy, chime = excluded.chime,
       voice = excluded.voice, digit_by_digit = excluded.digit_by_digit, repetitions = excluded.repetitions, seconds = excluded.seconds, layout = excluded.layout,
       queue_enabled = excluded.queue_enabled, prefix_normal = excluded.prefix_normal,
       prefix_preferential = excluded.prefix_preferential, prefix_over80 = excluded.prefix_over80,
       alternation = excluded.alternation, day_starts_at = excluded.day_starts_at, carries_over = excluded.carries_over,
       speech_engine = excluded.speech_engine`,
  );

  return {
    settings(userId: number): StoredCallSettings {
      const row = select.get(userId);
      if (!row) return defaultSettings;
      const { chime, voice, isDigitByDigit, queueEnabled, carriesOver, normal, preferential, over80, ...fields } = row;
      return {
        ...fields,
        chime: chime === 1,
        voice: voice === 1,
        isDigitByDigit: isDigitByDigit === 1,
        queueEnabled: queueEnabled === 1,
        carriesOver: carriesOver === 1,
        prefixes: { normal, preferential, over80 },
      };
    },

    saveSettings(userId: number, { prefixes, ...settings }: StoredCallSettings): void {
      save.run({
        ...settings,
        ...prefixes,
        user: userId,
        chime: Number(settings.chime),
        voice: Number(settings.voice),
        isDigitByDigit: Number(settings.isDigitByDigit),
        queueEnabled: Number(settings.queueEnabled),
        carriesOver: Number(settings.carriesOver),
      });
    },
  };
}

function createSources(database: Database) {
  const columns = `user_id AS userId, is_active AS isActive, url, unit_id AS unitId, service_ids AS serviceIds,
    client_id AS clientId, client_secret AS clientSecret, username, password,
    (SELECT p.url FROM call_source_permissions p WHERE p.user_id = call_sources.user_id) AS allowedUrl`;
  const select = database.prepare<[number], ReadSourceRow>(`SELECT ${columns} FROM call_sources WHERE user_id = ?`);
  // A blocked account makes no calls.
  const active = database.prepare<[], ReadSourceRow>(
    `SELECT ${columns} FROM call_sources WHERE is_active = 1
     AND EXISTS (SELECT 1 FROM users WHERE users.id = user_id AND users.status = 'approved')`,
  );
  const save = database.prepare<[SourceRow]>(
    `INSERT INTO call_sources (user_id, is_active, url, unit_id, service_ids, client_id, client_secret, username, password)
     VALUES (@userId, @isActive, @url, @unitId, @serviceIds, @clientId, @clientSecret, @username, @password)
     ON CONFLICT (user_id) DO UPDATE SET is_active = excluded.is_active, url = excluded.url, unit_id = excluded.unit_id,
       last_id = CASE WHEN url = excluded.url AND unit_id = excluded.unit_id AND service_ids = excluded.service_ids THEN last_id END,
       service_ids = excluded.service_ids, client_id = excluded.client_id, client_secret = excluded.client_secret,
       username = excluded.username, password = excluded.password`,
  );

  const owner = database.prepare<[number], { username: string }>('SELECT username FROM users WHERE id = ?');
  const permission = database.prepare<[number], { url: string }>(
    'SELECT url FROM call_source_permissions WHERE user_id = ?',
  );
  const allow = database.prepare<[number, string]>(
    `INSERT INTO call_source_permissions (user_id, url) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET url = excluded.url`,
  );
  const forbid = database.prepare<[number]>('DELETE FROM call_source_permissions WHERE user_id = ?');
  const selectMark = database.prepare<[number], { lastId: number | null; readAt: number | null }>(
    'SELECT last_id AS lastId, read_at AS readAt FROM call_sources WHERE user_id = ?',
  );
  const setMark = database.prepare<[number, number, number]>(
    'UPDATE call_sources SET last_id = ?, read_at = ? WHERE user_id = ?',
  );

  const recordLostCalls = database.prepare<[LostCalls & { user: number; day: string; at: number }]>(
    `UPDATE call_sources SET missed = CASE WHEN lost_day = @day THEN missed ELSE 0 END + @missed,
       beyond_limit = CASE WHEN lost_day = @day THEN beyond_limit ELSE 0 END + @beyondLimit, lost_day = @day, lost_at = @at
     WHERE user_id = @user`,
  );
  const lost = database.prepare<[number, string], LostCalls & { at: number }>(
    `SELECT missed, beyond_limit AS beyondLimit, lost_at AS at FROM call_sources WHERE user_id = ? AND lost_day = ?`,
  );

  return {
    /** Adds to the lost calls of a day; `at`: milliseconds since 1970. */
    recordLostCalls: (user: number, day: string, at: number, calls: LostCalls): void =>
      void recordLostCalls.run({ user, day, at, ...calls }),
    /** Returns a day's lost calls, or undefined if there are none. */
    lostOf: (userId: number, day: string) => lost.get(userId, day),
    /** Returns the mark; undefined until the panel has responded after the last change of its address, unit or services. */
    panelMark(userId: number): PanelMark | undefined {
      const { lastId = null, readAt = null } = selectMark.get(userId) ?? {};
      return lastId === null || readAt === null ? undefined : { lastId, readAt };
    },
    setPanelMark: (userId: number, { lastId, readAt }: PanelMark): void => void setMark.run(lastId, readAt, userId),
    source: (userId: number): StoredSource | undefined => {
      const row = select.get(userId);
      return row && toSource(row);
    },
    activeSources: (): StoredSource[] => active.all().map(toSource),
    saveSource({ isActive, serviceIds, ...source }: Omit<StoredSource, 'allowedAddress'>): void {
      save.run({ ...source, isActive: Number(isActive), serviceIds: JSON.stringify(serviceIds) });
    },
    /** Returns the name of an account. Throws not_found. */
    accountNameOrThrow(userId: number): string {
      const row = owner.get(userId);
      if (!row) throw notFound('user');
      return row.username;
    },
    allowedAddress: (userId: number): string | null => hostAndPort(permission.get(userId)?.url ?? ''),
    /** Allows a host and port of Novo SGA in the server's own network; null: allows none. */
    allowAddress(userId: number, address: string | null): void {
      if (address === null) forbid.run(userId);
      else allow.run(userId, `http://${address}`);
    },
  };
}

function toSource({ isActive, serviceIds, allowedUrl, ...row }: ReadSourceRow): StoredSource {
  return {
    ...row,
    isActive: isActive === 1,
    serviceIds: JSON.parse(serviceIds) as number[],
    allowedAddress: hostAndPort(allowedUrl ?? ''),
  };
}
