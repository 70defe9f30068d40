/** Contents (table `videos`): what the studio lists, makes, changes and deletes. */
import type { CategoryVideo } from '../../contract/categories.ts';
import type { UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Topic } from '../../contract/events.ts';
import type { Video } from '../../contract/media.ts';
import { limits } from '../../contract/limits.ts';
import { bytesPerMb } from '../../contract/units.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createFailedStore } from './failed-store.ts';
import { createFileStore } from './file-store.ts';
import type { MediaFolder } from './folder.ts';
import { createQueueStore } from './queue-store.ts';
import type { MediaKind } from './sniff.ts';
import type { MediaUrls } from './urls.ts';

interface VideoRow {
  id: number;
  user_id: number | null;
  name: string;
  size_bytes: number;
  media_type: MediaKind;
  display_duration: number | null;
  use_ambient_background: number;
  is_platform_video: number;
  category_id: number | null;
  category_name: string | null;
  processing_status: Video['processingStatus'];
  processing_error: string | null;
  processing_started_at: number | null;
  processing_completed_at: number | null;
  duration_ms: number | null;
  width: number | null;
  height: number | null;
  uploaded_at: number;
  /** JSON: kind -> `<sha256>.<extension>`. */
  files: string;
  /** JSON: [{id, playlist: {id, name}}]. */
  assignments: string;
}

export interface NewItem {
  /** null: a platform item. */
  userId: number | null;
  name: string;
  mediaType: MediaKind;
  displayDuration: number | null;
  useAmbientBackground: boolean;
  categoryId: number | null;
  /** Storage key and bytes of what was sent. */
  original: string;
  originalBytes: number;
}

/** Who asks, where administrators may do more. */
export type Asker = Pick<UserActor, 'userId' | 'role' | 'userType'>;

export const isAdministrator = (user: Asker) => user.role === 'admin' && user.userType === 'admin';

export type MediaStore = ReturnType<typeof createMediaStore>;

export function createMediaStore(
  database: Database,
  clock: Clock,
  { urls, folder }: { urls: MediaUrls; folder: MediaFolder },
) {
  const files = createFileStore(database, clock, folder);
  const queue = createQueueStore(database, clock, { files, folder });

  const selectFrom = (items: 'videos' | 'visible_videos') => `
    SELECT v.*, c.name AS category_name,
      (SELECT json_group_object(f.kind, m.sha256 || '.' || m.extension) FROM video_files f JOIN media_files m ON m.sha256 = f.sha256 WHERE f.video_id = v.id) AS files,
      (SELECT json_group_array(json_object('id', a.id, 'position', a.position, 'playlist', json_object('id', p.id, 'name', p.name))) FROM video_playlist_assignments a JOIN playlists p ON p.id = a.playlist_id
        WHERE a.video_id = v.id AND p.user_id = @viewer) AS assignments
    FROM ${items} v LEFT JOIN categories c ON c.id = v.category_id`;
  const select = selectFrom('videos');
  /** Own items; platform items for administrators only. */
  const manageable = '(user_id = @user OR (user_id IS NULL AND @isAdministrator))';

  const statements = {
    audience: database.prepare<[number], { user_id: number | null; category_id: number | null }>(
      'SELECT user_id, category_id FROM videos WHERE id = ?',
    ),
    granted: database.prepare<[number], { user_id: number }>(
      "SELECT viewer_id AS user_id FROM visible_videos WHERE id = ? AND viewer_role <> 'admin'",
    ),
    own: database.prepare<[{ viewer: number }], VideoRow>(
      `${select} WHERE v.user_id = @viewer ORDER BY v.uploaded_at DESC, v.id DESC`,
    ),
    platform: database.prepare<[{ viewer: number }], VideoRow>(`
      ${selectFrom('visible_videos')} WHERE v.viewer_id = @viewer AND v.user_id IS NULL ORDER BY v.uploaded_at DESC, v.id DESC`),
    ofCategory: database.prepare<[{ viewer: number; category: number }], VideoRow>(
      `${select} WHERE v.user_id IS NULL AND v.category_id = @category ORDER BY v.uploaded_at DESC, v.id DESC`,
    ),
    byIds: database.prepare<[{ viewer: number; ids: string }], VideoRow>(
      `${select} WHERE v.id IN (SELECT value FROM json_each(@ids))`,
    ),
    manageable: database.prepare<
      [{ id: number; user: number; isAdministrator: number }],
      { user_id: number | null; media_type: MediaKind }
    >(`SELECT user_id, media_type FROM videos WHERE id = @id AND ${manageable}`),
    categoryExists: database.prepare<[number]>('SELECT 1 FROM categories WHERE id = ?'),
    insert: database.prepare<[{ [Column in keyof NewItem]: string | number | null } & { now: number }]>(`
      INSERT INTO videos (user_id, name, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, uploaded_at)
      VALUES (@userId, @name, @original, @originalBytes, @mediaType, @displayDuration, @useAmbientBackground, @userId IS NULL, @categoryId, @now)`),
    update: database.prepare<
      [{ id: number; name: string | null; displayDuration: number | null; ambient: number | null }]
    >(`
      UPDATE videos SET name = COALESCE(@name, name), display_duration = COALESCE(@displayDuration, display_duration),
        use_ambient_background = COALESCE(@ambient, use_ambient_background) WHERE id = @id`),
    remove: database.prepare<[number, number], { original_r2_path: string | null }>(
      'DELETE FROM videos WHERE id = ? AND user_id = ? RETURNING original_r2_path',
    ),
    removePlatform: database.prepare<[number], { original_r2_path: string | null }>(
      'DELETE FROM videos WHERE id = ? AND user_id IS NULL RETURNING original_r2_path',
    ),
    countFailed: database.prepare<[], { count: number }>(
      "SELECT COUNT(*) AS count FROM videos WHERE processing_status = 'failed'",
    ),
    played: database.prepare<[{ player: number; video: number }], { use_ambient_background: number }>(`
      SELECT v.use_ambient_background FROM player_playlist_assignments pp
      JOIN video_playlist_assignments a ON a.playlist_id = pp.playlist_id
      JOIN playlists p ON p.id = pp.playlist_id
      JOIN visible_videos v ON v.id = a.video_id AND v.viewer_id = p.user_id AND v.processing_status = 'completed'
      WHERE pp.player_id = @player AND v.id = @video`),
  };

  function toVideo(row: VideoRow): Video {
    const stored = JSON.parse(row.files) as Partial<Record<string, string>>;
    const url = (kind: string) => {
      const [sha256, extension] = stored[kind]?.split('.') ?? [];
      return sha256 && extension ? urls.sign(sha256, extension) : null;
    };
    return {
      id: row.id,
      userId: row.user_id,
      name: row.name,
      mediaType: row.media_type,
      sizeMb: Math.round((row.size_bytes / bytesPerMb) * 1000) / 1000,
      displayDuration: row.media_type === 'image' ? row.display_duration : null,
      useAmbientBackground: row.use_ambient_background === 1,
      isPlatformVideo: row.is_platform_video === 1,
      categoryId: row.category_id,
      category: row.category_name,
      processingStatus: row.processing_status,
      processingProgress: row.processing_status === 'completed' ? 100 : queue.progressOf(row.id),
      processingStartedAt: toTimestamp(row.processing_started_at),
      processingCompletedAt: toTimestamp(row.processing_completed_at),
      processingError: row.processing_error,
      thumbnailUrl: url('thumbnail'),
      posterUrl: url('poster'),
      mediaUrl: url('main'),
      ambientUrl: row.use_ambient_background === 1 ? url('ambient') : null,
      durationS: row.duration_ms === null ? null : row.duration_ms / 1000,
      width: row.width,
      height: row.height,
      uploadedAt: new Date(row.uploaded_at).toISOString(),
      assignments: JSON.parse(row.assignments) as Video['assignments'],
    };
  }

  function videosByIds(ids: readonly number[], viewerId: number): Video[] {
    return statements.byIds.all({ viewer: viewerId, ids: JSON.stringify(ids) }).map(toVideo);
  }

  function findOrThrow(id: number, viewerId: number): Video {
    const [video] = videosByIds([id], viewerId);
    if (!video) throw notThere();
    return video;
  }

  /** Throws `not_found` unless the item is the asker's own, or a platform item and the asker an administrator. */
  function manageableOrThrow(id: number, asker: Asker): { userId: number | null; mediaType: MediaKind } {
    const row = statements.manageable.get({ id, user: asker.userId, isAdministrator: Number(isAdministrator(asker)) });
    if (!row) throw notThere();
    return { userId: row.user_id, mediaType: row.media_type };
  }

  /** After the row is gone: its bytes and what it counted. */
  function letGo(removed: { original_r2_path: string | null } | undefined, userId: number | null): void {
    if (!removed) throw notThere();
    const original = removed.original_r2_path;
    if (original) database.afterCommit(() => folder.discard(folder.path(original)));
    files.dropUnused();
    if (userId !== null) files.recountStorage(userId);
  }

  return {
    files,
    queue,
    failed: createFailedStore(database),

    /** A user's own items, newest first, unfinished ones too. */
    list: (userId: number): Video[] => statements.own.all({ viewer: userId }).map(toVideo),

    /** Platform items without category or of categories granted to the user; role admin sees all. Newest first. */
    listPlatform: (userId: number): Video[] => statements.platform.all({ viewer: userId }).map(toVideo),

    /** Platform items of a category. Throws `not_found` when there is no such category. */
    listOfCategory(categoryId: number, viewerId: number): CategoryVideo[] {
      if (!statements.categoryExists.get(categoryId)) throw new AppError('not_found', 'Categoria não encontrada.');
      return statements.ofCategory.all({ viewer: viewerId, category: categoryId }).map((row) => {
        const { id, name, mediaType, sizeMb, uploadedAt, thumbnailUrl, processingStatus, processingError } =
          toVideo(row);
        return { id, name, mediaType, sizeMb, uploadedAt, thumbnailUrl, processingStatus, processingError };
      });
    },

    /** In no order; ids that are gone are left out. Whether the viewer may see them is the caller's question. */
    videosByIds,
    findOrThrow,
    manageableOrThrow,

    /** Whose lists show an item: its owner's; of a platform item those who may play it, and role admin. */
    listenersOf(id: number): { isPlatformVideo: boolean; topics: Topic[] } {
      const item = statements.audience.get(id);
      if (!item) return { isPlatformVideo: false, topics: [] };
      const { user_id: owner, category_id: category } = item;
      if (owner !== null) return { isPlatformVideo: false, topics: [`user:${owner}`] };
      if (category === null) return { isPlatformVideo: true, topics: ['studios'] };
      const granted = statements.granted.all(id).map((row): Topic => `user:${row.user_id}`);
      return { isPlatformVideo: true, topics: [...granted, 'managers'] };
    },

    categoryExists: (id: number): boolean => statements.categoryExists.get(id) !== undefined,

    /** A new item that waits to be processed. Inside the transaction that takes over its upload. */
    create(item: NewItem): number {
      const { lastInsertRowid } = statements.insert.run({
        ...item,
        useAmbientBackground: Number(item.useAmbientBackground),
        now: clock.now(),
      });
      if (item.userId !== null) files.recountStorage(item.userId);
      return lastInsertRowid;
    },

    /** `displayDuration` counts for images only; null sets the default. Check who asks with `manageableOrThrow` first. */
    update(
      id: number,
      item: { userId: number | null; mediaType: MediaKind },
      patch: { name?: string; displayDuration?: number | null; useAmbientBackground?: boolean },
    ): void {
      database.tx(() => {
        const seconds =
          patch.displayDuration === undefined ? null : (patch.displayDuration ?? limits.defaultImageSeconds);
        statements.update.run({
          id,
          name: patch.name ?? null,
          displayDuration: item.mediaType === 'image' ? seconds : null,
          ambient: patch.useAmbientBackground === undefined ? null : Number(patch.useAmbientBackground),
        });
        if (patch.useAmbientBackground !== false) return;
        if (!files.ofKind(id, 'ambient')) return;
        files.detach(id, 'ambient');
        queue.recount(id);
      });
    },

    /** Deletes a user's own item with its assignments. Throws `not_found`. */
    remove(id: number, userId: number): void {
      database.tx(() => letGo(statements.remove.get(id, userId), userId));
    },

    /** Deletes a platform item with its assignments. Throws `not_found`. */
    removePlatform(id: number): void {
      database.tx(() => letGo(statements.removePlatform.get(id), null));
    },

    /** What accounts or items deleted elsewhere left behind: stored bytes and uploads that nobody owns any more. */
    releaseUnused(): void {
      database.tx(() => files.dropUnused());
      for (const key of files.strayUploads()) folder.discardUpload(key);
    },

    /** What a player fetches for an item of the playlist it plays now; undefined for every other item. */
    findPlayed(playerId: number, videoId: number) {
      const row = statements.played.get({ player: playerId, video: videoId });
      const main = row && files.ofKind(videoId, 'main');
      return main && { main, ambient: row.use_ambient_background === 1 ? files.ofKind(videoId, 'ambient') : undefined };
    },

    /** For the administrators' overview. */
    totals: () => ({ failed: statements.countFailed.get()?.count ?? 0, storedBytes: files.totalBytes() }),
  };
}

const notThere = () => new AppError('not_found', 'Conteúdo não encontrado.');

function toTimestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
