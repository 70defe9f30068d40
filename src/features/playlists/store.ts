/** Playlists and the items in them. */
import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { Playlist } from '../../contract/playlists.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Random } from '../../platform/random.ts';
import { createReadyPlaylists } from './ready.ts';

interface PlaylistRow {
  id: number;
  name: string;
  is_random: number;
  created_at: number;
  item_count: number;
  duration_s: number;
}

interface AssignmentRow {
  id: number;
  video_id: number;
  playlist_id: number;
  frequency: number;
  position: number;
  playlist_name: string;
  playlist_is_random: number;
}

/** An item of a playlist, without the item itself. */
export interface StoredAssignment {
  id: number;
  videoId: number;
  playlistId: number;
  frequency: number;
  position: number;
  playlist: { id: number; name: string; isRandom: boolean };
}

export type PlaylistStore = ReturnType<typeof createPlaylistStore>;

/** `publish` is held until the commit by whoever gives it. */
export function createPlaylistStore(
  database: Database,
  clock: Clock,
  { random, publish }: { random: Random; publish: Publish },
) {
  const ready = createReadyPlaylists(database, { random, publish });

  const selectPlaylist = `
    SELECT p.id, p.name, p.is_random, p.created_at, COUNT(v.id) AS item_count,
      TOTAL(CASE WHEN v.processing_status = 'completed' THEN a.frequency *
        CASE v.media_type WHEN 'image' THEN COALESCE(v.display_duration, ${limits.defaultImageSeconds}) ELSE COALESCE(v.duration_ms, 0) / 1000.0 END END) AS duration_s
    FROM playlists p
    LEFT JOIN video_playlist_assignments a ON a.playlist_id = p.id
    LEFT JOIN videos v ON v.id = a.video_id AND EXISTS (SELECT 1 FROM visible_videos s WHERE s.id = v.id AND s.viewer_id = p.user_id)`;
  const selectAssignment = `
    SELECT a.id, a.video_id, a.playlist_id, a.frequency, a.position, p.name AS playlist_name, p.is_random AS playlist_is_random
    FROM video_playlist_assignments a
    JOIN playlists p ON p.id = a.playlist_id`;

  const statements = {
    list: database.prepare<[number], PlaylistRow>(`${selectPlaylist} WHERE p.user_id = ? GROUP BY p.id ORDER BY p.id`),
    find: database.prepare<[number], PlaylistRow>(`${selectPlaylist} WHERE p.id = ? GROUP BY p.id`),
    isOwn: database.prepare<[number, number]>('SELECT 1 FROM playlists WHERE id = ? AND user_id = ?'),
    isPlayedBy: database.prepare<[number, number]>(
      'SELECT 1 FROM player_playlist_assignments WHERE playlist_id = ? AND player_id = ?',
    ),
    quota: database.prepare<[number], { max_playlists: number }>(
      'SELECT max_playlists FROM user_quotas WHERE user_id = ?',
    ),
    count: database.prepare<[number], { count: number }>('SELECT COUNT(*) AS count FROM playlists WHERE user_id = ?'),
    insert: database.prepare<[number, string, number, number]>(
      'INSERT INTO playlists (user_id, name, is_random, created_at) VALUES (?, ?, ?, ?)',
    ),
    update: database.prepare<[string | null, number | null, number]>(
      'UPDATE playlists SET name = COALESCE(?, name), is_random = COALESCE(?, is_random) WHERE id = ?',
    ),
    delete: database.prepare<[number]>('DELETE FROM playlists WHERE id = ?'),
    players: database.prepare<[number], { player_id: number }>(
      'SELECT player_id FROM player_playlist_assignments WHERE playlist_id = ? ORDER BY player_id',
    ),
    hasMessages: database.prepare<[number]>('SELECT 1 FROM breaking_news_playlists WHERE playlist_id = ? LIMIT 1'),

    isVisible: database.prepare<[number, number]>('SELECT 1 FROM visible_videos WHERE viewer_id = ? AND id = ?'),
    assignments: database.prepare<[number], AssignmentRow>(`
      ${selectAssignment} JOIN visible_videos v ON v.id = a.video_id AND v.viewer_id = p.user_id WHERE a.playlist_id = ? ORDER BY a.position, a.id`),
    videoAssignments: database.prepare<[number, number], AssignmentRow>(
      `${selectAssignment} WHERE a.video_id = ? AND p.user_id = ? ORDER BY p.id`,
    ),
    assignment: database.prepare<[number, number], AssignmentRow>(
      `${selectAssignment} WHERE a.playlist_id = ? AND a.video_id = ?`,
    ),
    assign: database.prepare<[{ video: number; playlist: number; frequency: number }]>(`
      INSERT INTO video_playlist_assignments (video_id, playlist_id, frequency, position)
      VALUES (@video, @playlist, @frequency, (SELECT COALESCE(MAX(position) + 1, 0) FROM video_playlist_assignments WHERE playlist_id = @playlist))
      ON CONFLICT (playlist_id, video_id) DO UPDATE SET frequency = excluded.frequency`),
    unassign: database.prepare<[number, number]>(
      'DELETE FROM video_playlist_assignments WHERE playlist_id = ? AND video_id = ?',
    ),
    place: database.prepare<[number, number, number]>(
      'UPDATE video_playlist_assignments SET position = ? WHERE playlist_id = ? AND video_id = ?',
    ),
    pushBack: database.prepare<[number, number]>(
      'UPDATE video_playlist_assignments SET position = position + ? WHERE playlist_id = ?',
    ),

    idsOf: database.prepare<[number], { id: number }>('SELECT id FROM playlists WHERE user_id = ? ORDER BY id'),
    idsShowing: database.prepare<[number], { id: number }>(
      'SELECT playlist_id AS id FROM video_playlist_assignments WHERE video_id = ? ORDER BY playlist_id',
    ),
    idsWithCategory: database.prepare<[{ category: number; user: number | null }], { id: number }>(`
      SELECT DISTINCT p.id FROM videos v
      JOIN video_playlist_assignments a ON a.video_id = v.id
      JOIN playlists p ON p.id = a.playlist_id
      WHERE v.category_id = @category AND (@user IS NULL OR p.user_id = @user)
      ORDER BY p.id`),
  };

  function ownOrThrow(playlistId: number, userId: number): void {
    if (!statements.isOwn.get(playlistId, userId)) throw new AppError('not_found', 'Playlist não encontrada.');
  }

  const mayShow = (userId: number, videoId: number): boolean => statements.isVisible.get(userId, videoId) !== undefined;

  function visibleOrThrow(videoId: number, userId: number): void {
    if (!mayShow(userId, videoId)) throw new AppError('not_found', 'Conteúdo não encontrado.');
  }

  function findOrThrow(playlistId: number): Playlist {
    const row = statements.find.get(playlistId);
    if (!row) throw new AppError('not_found', 'Playlist não encontrada.');
    return toPlaylist(row);
  }

  return {
    ...ready,

    /** A user's playlists, oldest first. */
    list: (userId: number): Playlist[] => statements.list.all(userId).map(toPlaylist),

    /** Throws `not_found`. Check who asks with `canView` first. */
    findOrThrow,

    /** The item is the user's own, or the platform's and granted to them (view `visible_videos`). */
    mayShow,

    /** Its owner, or a player that plays it. */
    canView(actor: UserActor | PlayerActor, playlistId: number): boolean {
      if (actor.kind === 'player') return statements.isPlayedBy.get(playlistId, actor.playerId) !== undefined;
      return statements.isOwn.get(playlistId, actor.userId) !== undefined;
    },

    /** Throws `quota_exceeded` at the owner's `maxPlaylists`. */
    create(userId: number, input: { name: string; isRandom: boolean }): Playlist {
      return database.tx(() => {
        const max = statements.quota.get(userId)?.max_playlists ?? limits.defaultMaxPlaylists;
        if ((statements.count.get(userId)?.count ?? 0) >= max) {
          throw new AppError(
            'quota_exceeded',
            `Sua conta permite no máximo ${max} ${max === 1 ? 'playlist' : 'playlists'}.`,
          );
        }
        const { lastInsertRowid } = statements.insert.run(userId, input.name, Number(input.isRandom), clock.now());
        ready.changed([lastInsertRowid]);
        return findOrThrow(lastInsertRowid);
      });
    },

    /** Throws `not_found` unless it is the user's own. */
    update(playlistId: number, userId: number, patch: { name?: string; isRandom?: boolean }): Playlist {
      return database.tx(() => {
        ownOrThrow(playlistId, userId);
        statements.update.run(
          patch.name ?? null,
          patch.isRandom === undefined ? null : Number(patch.isRandom),
          playlistId,
        );
        ready.changed([playlistId]);
        return findOrThrow(playlistId);
      });
    },

    /** Answers which screens stop, and whether messages lose it. Throws `not_found` unless it is the user's own. */
    remove(playlistId: number, userId: number): { playerIds: number[]; hadMessages: boolean } {
      return database.tx(() => {
        ownOrThrow(playlistId, userId);
        const playerIds = statements.players.all(playlistId).map((row) => row.player_id);
        const hadMessages = statements.hasMessages.get(playlistId) !== undefined;
        ready.changed([playlistId]);
        statements.delete.run(playlistId);
        return { playerIds, hadMessages };
      });
    },

    /** Items in their order, unfinished ones too; those of a category the owner lost are left out. */
    assignments: (playlistId: number): StoredAssignment[] => statements.assignments.all(playlistId).map(toAssignment),

    /** The user's playlists that show an item. Throws `not_found` when the user may not see the item. */
    videoAssignments(videoId: number, userId: number): StoredAssignment[] {
      visibleOrThrow(videoId, userId);
      return statements.videoAssignments.all(videoId, userId).map(toAssignment);
    },

    /** Puts an item at the end, or changes its frequency. Throws `not_found` unless the playlist is the user's and the item visible. */
    assign(userId: number, input: { videoId: number; playlistId: number; frequency: number }): StoredAssignment {
      return database.tx(() => {
        ownOrThrow(input.playlistId, userId);
        visibleOrThrow(input.videoId, userId);
        statements.assign.run({ video: input.videoId, playlist: input.playlistId, frequency: input.frequency });
        ready.changed([input.playlistId]);
        return toAssignment(statements.assignment.get(input.playlistId, input.videoId) as AssignmentRow);
      });
    },

    /** Throws `not_found` unless the playlist is the user's and shows the item. */
    unassign(userId: number, videoId: number, playlistId: number): void {
      database.tx(() => {
        ownOrThrow(playlistId, userId);
        if (statements.unassign.run(playlistId, videoId).changes === 0)
          throw new AppError('not_found', 'Este conteúdo não está na playlist.');
        ready.changed([playlistId]);
      });
    },

    /** Throws `conflict` unless `videoIds` are exactly the items of the playlist, each once. */
    reorder(playlistId: number, userId: number, videoIds: readonly number[]): void {
      database.tx(() => {
        ownOrThrow(playlistId, userId);
        const present = new Set(statements.assignments.all(playlistId).map((row) => row.video_id));
        const wanted = new Set(videoIds);
        if (
          wanted.size !== videoIds.length ||
          wanted.size !== present.size ||
          videoIds.some((id) => !present.has(id))
        ) {
          throw new AppError('conflict', 'A playlist mudou. Atualize a lista e tente novamente.');
        }
        // Items the owner can't see at present keep their order, after the others.
        statements.pushBack.run(videoIds.length, playlistId);
        videoIds.forEach((videoId, position) => statements.place.run(position, playlistId, videoId));
        ready.changed([playlistId]);
      });
    },

    /** All playlists of a user: to be told `changed` when the user's profile changes what they may play. */
    idsOf: (userId: number): number[] => statements.idsOf.all(userId).map((row) => row.id),

    /** Playlists with this item. */
    idsShowing: (videoId: number): number[] => statements.idsShowing.all(videoId).map((row) => row.id),

    /** Playlists with items of this category: everyone's, or one user's. */
    idsWithCategory: (categoryId: number, userId?: number): number[] =>
      statements.idsWithCategory.all({ category: categoryId, user: userId ?? null }).map((row) => row.id),
  };
}

function toPlaylist(row: PlaylistRow): Playlist {
  return {
    id: row.id,
    name: row.name,
    isRandom: row.is_random === 1,
    createdAt: new Date(row.created_at).toISOString(),
    itemCount: row.item_count,
    durationS: Math.round(row.duration_s * 1000) / 1000,
  };
}

function toAssignment(row: AssignmentRow): StoredAssignment {
  return {
    id: row.id,
    videoId: row.video_id,
    playlistId: row.playlist_id,
    frequency: row.frequency,
    position: row.position,
    playlist: { id: row.playlist_id, name: row.playlist_name, isRandom: row.playlist_is_random === 1 },
  };
}
