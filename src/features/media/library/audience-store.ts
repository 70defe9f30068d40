/** Finds who sees an item, items that a user may change, and the files of an item that a screen plays. */
import type { UserActor } from '../../../contract/endpoint.ts';
import type { Topic } from '../../../contract/events.ts';
import { notFound } from '../../../contract/errors.ts';
import type { Video } from '../../../contract/media.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { FileStore } from './file-store.ts';
import type { MediaKind } from '../upload/sniff.ts';

/** The user of a request. */
export type Viewer = Pick<UserActor, 'userId' | 'role' | 'userType'>;

export interface ManageableItem {
  mediaType: MediaKind;
  isPlatform: boolean;
  status: Video['processingStatus'];
}

export const isAdministrator = (user: Viewer) => user.role === 'admin' && user.userType === 'admin';

export function createAudienceStore(database: Database, files: FileStore) {
  const statements = {
    audience: database.prepare<[number], { user_id: number | null; category_id: number | null; is_track: number }>(
      'SELECT user_id, category_id, soundtrack_id IS NOT NULL AS is_track FROM videos WHERE id = ?',
    ),
    granted: database.prepare<[number], { user_id: number }>(
      "SELECT viewer_id AS user_id FROM playable_videos WHERE id = ? AND viewer_role <> 'admin'",
    ),
    // Users manage their own items; administrators also manage platform items.
    manageable: database.prepare<
      [{ id: number; user: number; isAdministrator: number }],
      Omit<ManageableItem, 'isPlatform'> & { isPlatform: number }
    >(`
      SELECT media_type AS mediaType, user_id IS NULL AS isPlatform, processing_status AS status
      FROM kept_videos WHERE id = @id AND soundtrack_id IS NULL AND (user_id = @user OR (user_id IS NULL AND @isAdministrator))`),
    played: database.prepare<[{ player: number; video: number }], { use_ambient_background: number }>(`
      SELECT v.use_ambient_background FROM screen_playlists pp
      JOIN video_playlist_assignments a ON a.playlist_id = pp.playlist_id
      JOIN playlists p ON p.id = pp.playlist_id
      JOIN playable_videos v ON v.id = a.video_id AND v.viewer_id = p.user_id AND v.processing_status = 'completed'
      WHERE pp.player_id = @player AND v.id = @video`),
  };

  return {
    /**
     * Returns who sees an item. An account's item has an `owner` and no topics. A platform item has the topics of managers and of
     * the users with access to its category, or that of all studios if it has no category.
     */
    audienceOf(id: number): { isTrack: boolean; owner: number | null; topics: Topic[] } {
      const item = statements.audience.get(id);
      const { user_id: owner = null, category_id: category } = item ?? {};
      const isTrack = item?.is_track === 1;
      if (!item || owner !== null) return { isTrack, owner, topics: [] };
      if (category === null) return { isTrack, owner, topics: ['studios'] };
      const granted = statements.granted.all(id).map((row): Topic => `user:${row.user_id}`);
      return { isTrack, owner, topics: [...granted, 'managers'] };
    },

    /** Returns an item that the viewer may change: their own, or for administrators a platform item. Throws `not_found`. */
    findManageableOrThrow(id: number, viewer: Viewer): ManageableItem {
      const allowed = { user: viewer.userId, isAdministrator: Number(isAdministrator(viewer)) };
      const row = statements.manageable.get({ id, ...allowed });
      if (!row) throw notFound('content');
      return { ...row, isPlatform: row.isPlatform === 1 };
    },

    /** Returns the files of an item, or undefined if the screen plays it neither now nor by its programme. */
    findPlayed(playerId: number, videoId: number) {
      const row = statements.played.get({ player: playerId, video: videoId });
      const main = row && files.ofKind(videoId, 'main');
      return main && { main, ambient: row.use_ambient_background === 1 ? files.ofKind(videoId, 'ambient') : undefined };
    },
  };
}
