/** Screens (tables `players`, `player_sessions`, `player_tokens`, `player_playlist_assignments`). */
import { notFound } from '../../contract/errors.ts';
import { type PlayerState, type PlayerStatus, playerState } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createPairingStore } from './pairing/store.ts';

interface ScreenRow {
  id: number;
  user_id: number;
  name: string;
  screen_id: string;
  activation_code: string;
  status: PlayerStatus;
  created_at: number;
  last_ping: number | null;
  ip_address: string | null;
  state: string | null;
  is_paired: number;
  device_info: string | null;
  playlist_id: number | null;
  playlist_name: string | null;
  username: string;
  email: string;
  time_zone: string | null;
  owner_status: string;
  should_play: number;
}

/** A screen as it is stored; times in milliseconds since 1970. */
export interface Screen {
  id: number;
  userId: number;
  name: string;
  screenId: string;
  activationCode: string;
  status: PlayerStatus;
  isPaired: boolean;
  createdAt: number;
  lastPing: number | null;
  ipAddress: string | null;
  deviceInfo: string | null;
  state: PlayerState | null;
  assignedPlaylist: { id: number; name: string } | null;
  owner: { id: number; username: string; email: string; timeZone: string };
  isOwnerApproved: boolean;
  /** It should be playing now (view `playing_screens`). */
  shouldPlay: boolean;
}

export type PlayerStore = ReturnType<typeof createPlayerStore>;

/** `homeZone`: of accounts that have chosen none. */
export function createPlayerStore(database: Database, clock: Clock, homeZone = 'America/Sao_Paulo') {
  const select = `
    SELECT p.*, s.player_id IS NOT NULL AS is_paired, s.device_info, l.id AS playlist_id, l.name AS playlist_name,
      o.username, o.email, o.time_zone, o.status AS owner_status,
      EXISTS (SELECT 1 FROM playing_screens w WHERE w.player_id = p.id) AS should_play
    FROM players p
    JOIN users o ON o.id = p.user_id
    LEFT JOIN player_sessions s ON s.player_id = p.id
    LEFT JOIN player_playlist_assignments a ON a.player_id = p.id
    LEFT JOIN playlists l ON l.id = a.playlist_id`;
  const statements = {
    page: database.prepare<[number, number], ScreenRow>(`${select} WHERE p.id > ? ORDER BY p.id LIMIT ?`),
    pageOf: database.prepare<[number, number, number], ScreenRow>(
      `${select} WHERE p.user_id = ? AND p.id > ? ORDER BY p.id LIMIT ?`,
    ),
    find: database.prepare<[{ id: number; user: number | null }], ScreenRow>(
      `${select} WHERE p.id = @id AND (@user IS NULL OR p.user_id = @user)`,
    ),
    findByCode: database.prepare<[string], ScreenRow>(`${select} WHERE p.activation_code = ?`),
    playing: database.prepare<[number], { status: PlayerStatus; playlist_id: number | null; time_zone: string | null }>(
      `SELECT p.status, a.playlist_id, o.time_zone FROM players p JOIN users o ON o.id = p.user_id
       LEFT JOIN player_playlist_assignments a ON a.player_id = p.id WHERE p.id = ?`,
    ),
    itemName: database.prepare<[number], { name: string }>('SELECT name FROM videos WHERE id = ?'),
    owner: database.prepare<[number], { status: string; max_players: number | null }>(
      'SELECT u.status, q.max_players FROM users u LEFT JOIN user_quotas q ON q.user_id = u.id WHERE u.id = ?',
    ),
    names: database.prepare<[number], { name: string }>('SELECT name FROM players WHERE user_id = ?'),
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
  /** False when nothing was assigned. */
  const unassign = (playerId: number): boolean => statements.unassign.run(playerId).changes > 0;

  /** Throws not_found; with `userId` also for another user's screen. */
  function findOrThrow(id: number, userId?: number): Screen {
    const row = statements.find.get({ id, user: userId ?? null });
    if (!row) throw notFound('screen');
    return toScreen(row, homeZone);
  }

  /** `rowsAfter`: those with the next higher ids, `size` at most. */
  function* pages(rowsAfter: (id: number) => ScreenRow[], size: number): Generator<Screen[]> {
    for (let after = 0; ;) {
      const rows = rowsAfter(after);
      if (rows.length > 0) yield rows.map((row) => toScreen(row, homeZone));
      if (rows.length < size) return;
      after = rows.at(-1)?.id ?? 0;
    }
  }

  const pagesOf = (userId: number, size = 100) => pages((after) => statements.pageOf.all(userId, after, size), size);

  return {
    ...createPairingStore(database, clock, { setStatus, unassign }),

    /** All screens, a page at a time: other requests have their turn between two of them. */
    pages: (size = 100) => pages((after) => statements.page.all(after, size), size),
    /** Likewise those of one user. */
    pagesOf,
    /** Screens of one user, in one go. */
    list: (userId: number): Screen[] => [...pagesOf(userId)].flat(),

    findOrThrow,
    /** Throws not_found. */
    ownerOrThrow: (playerId: number): number => findOrThrow(playerId).userId,

    findByCode(activationCode: string): Screen | undefined {
      const row = statements.findByCode.get(activationCode);
      return row && toScreen(row, homeZone);
    },

    /** For the poll of every 3 s; `timeZone`: what its account chose. Throws not_found. */
    playing(playerId: number): { status: PlayerStatus; playlistId: number | undefined; timeZone: string | null } {
      const row = statements.playing.get(playerId);
      if (!row) throw notFound('screen');
      return { status: row.status, playlistId: row.playlist_id ?? undefined, timeZone: row.time_zone };
    },

    /** Undefined when there is no such item. Whether the asker may know it is the caller's question. */
    itemName: (videoId: number): string | undefined => statements.itemName.get(videoId)?.name,

    /**
     * Returns whether the owner is approved, the maximum number of screens (null: any number), and the names of those
     * they have. Throws not_found.
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

    rename: (playerId: number, name: string): void => void statements.rename.run(name, playerId),
    setStatus,

    /** Throws not_found unless the playlist is the screen's owner's. */
    assign(playerId: number, playlistId: number): void {
      const { changes } = statements.assign.run({ player: playerId, playlist: playlistId, at: clock.now() });
      if (changes === 0) throw notFound('playlist');
    },

    unassign,
    remove: (playerId: number): void => void statements.remove.run(playerId),
  };
}

function toScreen(row: ScreenRow, homeZone: string): Screen {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    screenId: row.screen_id,
    activationCode: row.activation_code,
    status: row.status,
    isPaired: row.is_paired === 1,
    createdAt: row.created_at,
    lastPing: row.last_ping,
    ipAddress: row.ip_address,
    deviceInfo: row.device_info,
    state: row.state === null ? null : (playerState.safeParse(JSON.parse(row.state)).data ?? null),
    assignedPlaylist:
      row.playlist_id === null || row.playlist_name === null ? null : { id: row.playlist_id, name: row.playlist_name },
    owner: { id: row.user_id, username: row.username, email: row.email, timeZone: row.time_zone ?? homeZone },
    isOwnerApproved: row.owner_status === 'approved',
    shouldPlay: row.should_play === 1,
  };
}
