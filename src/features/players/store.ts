/** Stores screens (tables `players`, `player_sessions`, `player_tokens`, `player_playlist_assignments`). */
import type { CallLayout, QuietHours, ScreenSettings } from '../../contract/display.ts';
import { notFound } from '../../contract/errors.ts';
import { type PlayerState, type PlayerStatus, playerState } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createListedStore } from './listed-store.ts';
import { createPairingStore } from './pairing/store.ts';

/** A screen as it is stored; times in milliseconds since 1970. */
export interface Screen extends ScreenSettings {
  id: number;
  userId: number;
  name: string;
  screenId: string;
  activationCode: string;
  status: PlayerStatus;
  isPaired: boolean;
  createdAt: number;
  /** Null: the layout of the account's call settings. */
  callLayout: CallLayout | null;
  lastPing: number | null;
  ipAddress: string | null;
  deviceInfo: string | null;
  state: PlayerState | null;
  assignedPlaylist: { id: number; name: string } | null;
  owner: { id: number; username: string; email: string; timeZone: string };
  isOwnerApproved: boolean;
  /** True if the screen may play and has a base playlist or a rule for a playlist (view `playing_screens`). */
  shouldPlay: boolean;
}

type SettingsRow = Omit<ScreenSettings, 'quietHours'> & {
  /** JSON. */
  quietHours: string | null;
};

/** A screen as the database returns it; flags are 0 or 1. */
type ScreenRow = Omit<
  Screen,
  'quietHours' | 'isPaired' | 'state' | 'assignedPlaylist' | 'owner' | 'isOwnerApproved' | 'shouldPlay'
> &
  Pick<SettingsRow, 'quietHours'> & {
    isPaired: number;
    shouldPlay: number;
    /** JSON. */
    state: string | null;
    playlistId: number | null;
    playlistName: string | null;
    username: string;
    email: string;
    timeZone: string | null;
    ownerStatus: string;
  };

function createSettingsStore(database: Database) {
  const statements = {
    setCallLayout: database.prepare<[CallLayout | null, number]>('UPDATE players SET call_layout = ? WHERE id = ?'),
    setSettings: database.prepare<[SettingsRow & { id: number }]>(
      `UPDATE players SET rotation = @rotation, volume = @volume, quiet_hours = @quietHours,
        dark_brightness = @darkBrightness WHERE id = @id`,
    ),
  };
  return {
    setCallLayout: (playerId: number, layout: CallLayout | null): void =>
      void statements.setCallLayout.run(layout, playerId),
    setSettings: (id: number, { quietHours, ...settings }: ScreenSettings): void =>
      void statements.setSettings.run({ id, ...settings, quietHours: quietHours && JSON.stringify(quietHours) }),
  };
}

function createAllowanceStore(database: Database) {
  const statements = {
    owner: database.prepare<[number], { status: string; max_players: number | null }>(
      'SELECT u.status, q.max_players FROM users u LEFT JOIN user_quotas q ON q.user_id = u.id WHERE u.id = ?',
    ),
    names: database.prepare<[number], { name: string }>('SELECT name FROM players WHERE user_id = ?'),
  };
  return {
    /**
     * Returns whether the owner is approved, the maximum number of screens (null: any number), and the names of the
     * owner's screens. Throws not_found.
     */
    allowanceOrThrow(userId: number): { isApproved: boolean; maxPlayers: number | null; names: string[] } {
      const owner = statements.owner.get(userId);
      if (!owner) throw notFound('user');
      return {
        isApproved: owner.status === 'approved',
        maxPlayers: owner.max_players,
        names: statements.names.all(userId).map((row) => row.name),
      };
    },
  };
}

export type PlayerStore = ReturnType<typeof createPlayerStore>;

/** `homeZone`: the time zone of accounts that have not chosen one. */
export function createPlayerStore(database: Database, clock: Clock, homeZone = 'America/Sao_Paulo') {
  const select = `
    SELECT p.id, p.user_id AS userId, p.name, p.screen_id AS screenId, p.activation_code AS activationCode, p.status,
      p.created_at AS createdAt, p.call_layout AS callLayout, p.rotation, p.volume, p.quiet_hours AS quietHours, p.dark_brightness AS darkBrightness, p.last_ping AS lastPing, p.ip_address AS ipAddress, p.state,
      s.player_id IS NOT NULL AS isPaired, s.device_info AS deviceInfo, l.id AS playlistId, l.name AS playlistName,
      o.username, o.email, o.time_zone AS timeZone, o.status AS ownerStatus,
      EXISTS (SELECT 1 FROM playing_screens w WHERE w.player_id = p.id) AS shouldPlay
    FROM players p
    JOIN users o ON o.id = p.user_id AND o.removed_at IS NULL
    LEFT JOIN player_sessions s ON s.player_id = p.id
    LEFT JOIN player_playlist_assignments a ON a.player_id = p.id
    LEFT JOIN playlists l ON l.id = a.playlist_id`;
  const statements = {
    page: database.prepare<[number, number], ScreenRow>(`${select} WHERE p.id > ? ORDER BY p.id LIMIT ?`),
    pageOf: database.prepare<[number, number, number], ScreenRow>(
      `${select} WHERE p.user_id = ? AND p.id > ? ORDER BY p.id LIMIT ?`,
    ),
    byIds: database.prepare<[{ ids: string; user: number | null }], ScreenRow>(
      `${select} WHERE p.id IN (SELECT value FROM json_each(@ids)) AND (@user IS NULL OR p.user_id = @user)`,
    ),
    find: database.prepare<[{ id: number; user: number | null }], ScreenRow>(
      `${select} WHERE p.id = @id AND (@user IS NULL OR p.user_id = @user)`,
    ),
    findByCode: database.prepare<[string], ScreenRow>(`${select} WHERE p.activation_code = ?`),
    basePlaylistAndZone: database.prepare<[number], Pick<ScreenRow, 'status' | 'playlistId' | 'timeZone'>>(
      `SELECT p.status, a.playlist_id AS playlistId, o.time_zone AS timeZone FROM players p JOIN users o ON o.id = p.user_id
       LEFT JOIN player_playlist_assignments a ON a.player_id = p.id WHERE p.id = ?`,
    ),
    itemName: database.prepare<[number], { name: string }>('SELECT name FROM videos WHERE id = ?'),
    rename: database.prepare<[string, number]>('UPDATE players SET name = ? WHERE id = ?'),
    setStatus: database.prepare<[PlayerStatus, number]>('UPDATE players SET status = ? WHERE id = ?'),
    assign: database.prepare<[{ player: number; playlist: number; at: number }]>(`
      INSERT INTO player_playlist_assignments (player_id, playlist_id, assigned_at)
      SELECT p.id, l.id, @at FROM players p JOIN kept_playlists l ON l.user_id = p.user_id WHERE p.id = @player AND l.id = @playlist
      ON CONFLICT (player_id) DO UPDATE SET playlist_id = excluded.playlist_id, assigned_at = excluded.assigned_at`),
    unassign: database.prepare<[number]>('DELETE FROM player_playlist_assignments WHERE player_id = ?'),
    remove: database.prepare<[number]>('DELETE FROM players WHERE id = ?'),
  };

  const setStatus = (playerId: number, status: PlayerStatus): void => void statements.setStatus.run(status, playerId);
  /** Returns false when no playlist was assigned. */
  const unassign = (playerId: number): boolean => statements.unassign.run(playerId).changes > 0;

  /** With `userId`: undefined also for another user's screen. */
  function find(id: number, userId?: number): Screen | undefined {
    const row = statements.find.get({ id, user: userId ?? null });
    return row && toScreen(row, homeZone);
  }

  /** Throws not_found; with `userId` also for another user's screen. */
  function findOrThrow(id: number, userId?: number): Screen {
    const screen = find(id, userId);
    if (!screen) throw notFound('screen');
    return screen;
  }

  /** Returns screens in pages. `rowsAfter` returns the rows with the next higher ids, at most `size`. */
  function* pages(rowsAfter: (id: number) => ScreenRow[], size: number): Generator<Screen[]> {
    for (let after = 0; ;) {
      const rows = rowsAfter(after);
      if (rows.length > 0) yield rows.map((row) => toScreen(row, homeZone));
      if (rows.length < size) return;
      after = rows.at(-1)?.id ?? 0;
    }
  }

  return {
    ...createListedStore(database),
    /** Returns the screens with these ids that belong to `user` (null: to anybody), in no order. */
    byIds: (ids: readonly number[], user: number | null): Screen[] =>
      statements.byIds.all({ ids: JSON.stringify(ids), user }).map((row) => toScreen(row, homeZone)),

    ...createPairingStore(database, clock, { setStatus, unassign }),
    ...createSettingsStore(database),
    ...createAllowanceStore(database),

    /** Returns all screens in pages, between which the caller can let requests be served. */
    pages: (size = 100) => pages((after) => statements.page.all(after, size), size),
    /** Returns the screens of one user in pages. */
    pagesOf: (userId: number, size = 100) => pages((after) => statements.pageOf.all(userId, after, size), size),
    /** Returns the screens of one user at once. */
    list: (userId: number): Screen[] => [...pages((after) => statements.pageOf.all(userId, after, 100), 100)].flat(),

    find,
    findOrThrow,
    /** Throws not_found. */
    ownerOrThrow: (playerId: number): number => findOrThrow(playerId).userId,

    findByCode(activationCode: string): Screen | undefined {
      const row = statements.findByCode.get(activationCode);
      return row && toScreen(row, homeZone);
    },

    /** Returns the data for the poll of every 3 s; `timeZone`: the account's choice, if any. Throws not_found. */
    basePlaylistAndZone(playerId: number): {
      status: PlayerStatus;
      playlistId: number | undefined;
      timeZone: string | null;
    } {
      const row = statements.basePlaylistAndZone.get(playerId);
      if (!row) throw notFound('screen');
      return { ...row, playlistId: row.playlistId ?? undefined };
    },

    /** Returns undefined for an unknown item. The caller must check that the viewer may see the item. */
    itemName: (videoId: number): string | undefined => statements.itemName.get(videoId)?.name,

    rename: (playerId: number, name: string): void => void statements.rename.run(name, playerId),
    setStatus,

    /** Throws not_found unless the playlist belongs to the screen's owner. */
    assign(playerId: number, playlistId: number): void {
      const { changes } = statements.assign.run({ player: playerId, playlist: playlistId, at: clock.now() });
      if (changes === 0) throw notFound('playlist');
    },

    unassign,
    remove: (playerId: number): void => void statements.remove.run(playerId),
  };
}

function toScreen(row: ScreenRow, homeZone: string): Screen {
  const { playlistId, playlistName, username, email, timeZone, ownerStatus, ...screen } = row;
  return {
    ...screen,
    quietHours: row.quietHours === null ? null : (JSON.parse(row.quietHours) as QuietHours),
    isPaired: row.isPaired === 1,
    state: row.state === null ? null : (playerState.safeParse(JSON.parse(row.state)).data ?? null),
    assignedPlaylist: playlistId === null || playlistName === null ? null : { id: playlistId, name: playlistName },
    owner: { id: row.userId, username, email, timeZone: timeZone ?? homeZone },
    isOwnerApproved: ownerStatus === 'approved',
    shouldPlay: row.shouldPlay === 1,
  };
}
