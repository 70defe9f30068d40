/** Stores playlists and their items. */
import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Random } from '../../platform/random.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import type { ClinicStore } from '../clinic/store.ts';
import { createPlaylistDeletionStore } from './deletion-store.ts';
import { createItemStore } from './item-store.ts';
import { createPlaylistListStore } from './list-store.ts';
import { createPlayableItemStore } from './playable-item-store.ts';
import { createPlaylistCache } from './playlist-cache.ts';

export type PlaylistStore = ReturnType<typeof createPlaylistStore>;

interface PlaylistStoreDeps {
  random: Random;
  /** Must hold events until the commit. */
  publish: Publish;
  timeZones: Pick<TimeZones, 'offsets'>;
  clinic: Pick<ClinicStore, 'identificationLineOf'>;
}

export function createPlaylistStore(database: Database, clock: Clock, deps: PlaylistStoreDeps) {
  const store = createPlayableItemStore(database, deps.clinic);
  const cache = createPlaylistCache({ ...deps, store, clock, database });

  const statements = {
    name: database.prepare<[number], { name: string }>('SELECT name FROM playlists WHERE id = ?'),
    isOwn: database.prepare<[number, number]>('SELECT 1 FROM kept_playlists WHERE id = ? AND user_id = ?'),
    isPlayedBy: database.prepare<[number, number]>(
      'SELECT 1 FROM screen_playlists WHERE playlist_id = ? AND player_id = ?',
    ),
    quota: database.prepare<[number], { max_playlists: number }>(
      'SELECT max_playlists FROM user_quotas WHERE user_id = ?',
    ),
    count: database.prepare<[number], { count: number }>(
      'SELECT COUNT(*) AS count FROM kept_playlists WHERE user_id = ?',
    ),
    insert: database.prepare<[number, string, number, number]>(
      'INSERT INTO playlists (user_id, name, is_random, created_at) VALUES (?, ?, ?, ?)',
    ),
    update: database.prepare<[string | null, number | null, number, number]>(`
      UPDATE playlists SET name = COALESCE(?, name), is_random = COALESCE(?, is_random)
      WHERE id = ? AND user_id = ? AND delete_at IS NULL`),
    delete: database.prepare<[number, number]>(
      'DELETE FROM playlists WHERE id = ? AND user_id = ? AND delete_at IS NOT NULL',
    ),
    players: database.prepare<[number], { player_id: number }>(
      'SELECT player_id FROM player_playlist_assignments WHERE playlist_id = ? ORDER BY player_id',
    ),
    playersWithRule: database.prepare<[number], { player_id: number }>(
      'SELECT DISTINCT s.player_id FROM screen_rules s JOIN schedule_rules r ON r.id = s.rule_id WHERE r.playlist_id = ? ORDER BY s.player_id',
    ),
    hasMessages: database.prepare<[number]>('SELECT 1 FROM breaking_news_playlists WHERE playlist_id = ? LIMIT 1'),

    idsOf: database.prepare<[number], { id: number }>('SELECT id FROM playlists WHERE user_id = ? ORDER BY id'),
    idsWithAdvertising: database.prepare<[number], { id: number }>(`
      SELECT DISTINCT p.id FROM playlists p JOIN video_playlist_assignments a ON a.playlist_id = p.id
      JOIN videos v ON v.id = a.video_id AND v.purpose = 'advertising' WHERE p.user_id = ?`),
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

  const isOwn = (playlistId: number, userId: number): boolean => statements.isOwn.get(playlistId, userId) !== undefined;

  return {
    ...cache,
    ...createItemStore(database),
    ...createPlaylistListStore(database, cache.hoursOf),
    deletions: createPlaylistDeletionStore(database),
    /** Returns the name, also of a deleted playlist. */
    nameOf: (playlistId: number): string | undefined => statements.name.get(playlistId)?.name,

    isOwn,

    /** True for the owner, and for a player with this base playlist or a rule for it. */
    canView(actor: UserActor | PlayerActor, playlistId: number): boolean {
      if (actor.kind === 'player') return statements.isPlayedBy.get(playlistId, actor.playerId) !== undefined;
      return isOwn(playlistId, actor.userId);
    },

    /** Returns the maximum and the current number of a user's playlists. */
    allowance: (userId: number): { max: number; count: number } => ({
      max: statements.quota.get(userId)?.max_playlists ?? limits.defaultMaxPlaylists,
      count: statements.count.get(userId)?.count ?? 0,
    }),

    /** Returns the new playlist's id. */
    insert: (userId: number, { name, isRandom }: { name: string; isRandom: boolean }): number =>
      statements.insert.run(userId, name, Number(isRandom), clock.now()).lastInsertRowid,

    /** Omitted fields stay unchanged. Returns false unless the playlist belongs to the user. */
    update(playlistId: number, userId: number, { name, isRandom }: { name?: string; isRandom?: boolean }): boolean {
      const random = isRandom === undefined ? null : Number(isRandom);
      return statements.update.run(name ?? null, random, playlistId, userId).changes > 0;
    },

    /** Deletes a playlist permanently. Returns false unless it belongs to the user and was marked by `deletions.mark`. */
    remove: (playlistId: number, userId: number): boolean => statements.delete.run(playlistId, userId).changes > 0,

    /** Returns the screens with this base playlist. */
    playersOf: (playlistId: number): number[] => statements.players.all(playlistId).map((row) => row.player_id),

    /** Returns the screens with a rule for this playlist. */
    playersWithRuleFor: (playlistId: number): number[] =>
      statements.playersWithRule.all(playlistId).map((row) => row.player_id),

    hasMessages: (playlistId: number): boolean => statements.hasMessages.get(playlistId) !== undefined,

    /** Returns all playlists of a user, for `invalidate` when a new profile changes the items that the user may show. */
    idsOf: (userId: number): number[] => statements.idsOf.all(userId).map((row) => row.id),

    /** Returns the ids of an account's playlists that contain advertising. */
    idsWithAdvertising: (userId: number): number[] => statements.idsWithAdvertising.all(userId).map((row) => row.id),

    /** Returns the ids of the playlists that contain this item. */
    idsShowing: (videoId: number): number[] => statements.idsShowing.all(videoId).map((row) => row.id),

    /** Returns the ids of the playlists that contain items of this category. `userId`: only playlists of this user. */
    idsWithCategory: (categoryId: number, userId?: number): number[] =>
      statements.idsWithCategory.all({ category: categoryId, user: userId ?? null }).map((row) => row.id),
  };
}
