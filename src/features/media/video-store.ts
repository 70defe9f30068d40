/** Contents as the studio lists them: an item with its addresses, its progress and where the viewer's playlists show it. */
import { bytesPerMb } from '../../contract/units.ts';
import type { CategoryVideo } from '../../contract/categories.ts';
import { notFound } from '../../contract/errors.ts';
import type { Video } from '../../contract/media.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Progress } from './progress.ts';
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
  original_r2_path: string | null;
  processing_started_at: number | null;
  processing_completed_at: number | null;
  duration_ms: number | null;
  width: number | null;
  height: number | null;
  uploaded_at: number;
  valid_from: string | null;
  valid_until: string | null;
  replacement_status: 'pending' | 'processing' | 'failed' | null;
  replacement_error: string | null;
  replacement_original: string | null;
  /** JSON: kind -> `<sha256>.<extension>`. */
  files: string;
  /** JSON: [{id, playlist: {id, name}}]. */
  assignments: string;
}

export function createVideoStore(database: Database, { urls, progress }: { urls: MediaUrls; progress: Progress }) {
  const selectFrom = (items: 'kept_videos' | 'visible_videos') => `
    SELECT v.*, c.name AS category_name, r.processing_status AS replacement_status, r.processing_error AS replacement_error,
      r.original_r2_path AS replacement_original,
      (SELECT json_group_object(f.kind, m.sha256 || '.' || m.extension) FROM video_files f JOIN media_files m ON m.sha256 = f.sha256 WHERE f.video_id = v.id) AS files,
      (SELECT json_group_array(json_object('id', a.id, 'position', a.position, 'playlist', json_object('id', p.id, 'name', p.name))) FROM video_playlist_assignments a JOIN kept_playlists p ON p.id = a.playlist_id
        WHERE a.video_id = v.id AND p.user_id = @viewer) AS assignments
    FROM ${items} v LEFT JOIN categories c ON c.id = v.category_id LEFT JOIN replacements r ON r.video_id = v.id`;
  const select = selectFrom('kept_videos');
  const statements = {
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
    categoryExists: database.prepare<[number]>('SELECT 1 FROM categories WHERE id = ?'),
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
      processingProgress: row.processing_status === 'completed' ? 100 : progress.of(row.id),
      processingStartedAt: toTimestamp(row.processing_started_at),
      processingCompletedAt: toTimestamp(row.processing_completed_at),
      processingError: row.processing_error,
      canRetry: row.processing_status === 'failed' && row.original_r2_path !== null,
      replacement: row.replacement_status && {
        status: row.replacement_status,
        progress: progress.of(row.id),
        error: row.replacement_error,
        canRetry: row.replacement_status === 'failed' && row.replacement_original !== null,
      },
      thumbnailUrl: url('thumbnail'),
      posterUrl: url('poster'),
      mediaUrl: url('main'),
      ambientUrl: row.use_ambient_background === 1 ? url('ambient') : null,
      durationS: row.duration_ms === null ? null : row.duration_ms / 1000,
      width: row.width,
      height: row.height,
      uploadedAt: new Date(row.uploaded_at).toISOString(),
      validFrom: row.valid_from,
      validUntil: row.valid_until,
      assignments: JSON.parse(row.assignments) as Video['assignments'],
    };
  }

  function videosByIds(ids: readonly number[], viewerId: number): Video[] {
    return statements.byIds.all({ viewer: viewerId, ids: JSON.stringify(ids) }).map(toVideo);
  }

  function findOrThrow(id: number, viewerId: number): Video {
    const [video] = videosByIds([id], viewerId);
    if (!video) throw notFound('content');
    return video;
  }

  return {
    /** A user's own items, newest first, unfinished ones too. */
    list: (userId: number): Video[] => statements.own.all({ viewer: userId }).map(toVideo),

    /** Platform items without category or of categories granted to the user; role admin sees all. Newest first. */
    listPlatform: (userId: number): Video[] => statements.platform.all({ viewer: userId }).map(toVideo),

    /** Platform items of a category. Throws `not_found` when there is no such category. */
    listOfCategory(categoryId: number, viewerId: number): CategoryVideo[] {
      if (!statements.categoryExists.get(categoryId)) throw notFound('category');
      return statements.ofCategory.all({ viewer: viewerId, category: categoryId }).map((row) => {
        const { id, name, mediaType, sizeMb, uploadedAt, thumbnailUrl, ...video } = toVideo(row);
        const { processingStatus, processingError, replacement } = video;
        return {
          ...{ id, name, mediaType, sizeMb, uploadedAt, thumbnailUrl },
          ...{ processingStatus, processingError, replacement },
        };
      });
    },

    /** In no order; ids that are gone are left out. Whether the viewer may see them is the caller's question. */
    videosByIds,

    /** Throws `not_found`. Whether the viewer may see it is the caller's question. */
    findOrThrow,

    categoryExists: (id: number): boolean => statements.categoryExists.get(id) !== undefined,
  };
}

function toTimestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
