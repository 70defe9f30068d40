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

interface VideoStoreDeps {
  urls: MediaUrls;
  progress: Progress;
}

/** Items that are read in one go: a millisecond or two. */
const readInOneGo = 25;

export function createVideoStore(database: Database, deps: VideoStoreDeps) {
  const select = `
    SELECT v.*, c.name AS category_name, r.processing_status AS replacement_status, r.processing_error AS replacement_error,
      r.original_r2_path AS replacement_original,
      (SELECT json_group_object(f.kind, m.sha256 || '.' || m.extension) FROM video_files f JOIN media_files m ON m.sha256 = f.sha256 WHERE f.video_id = v.id) AS files,
      (SELECT json_group_array(json_object('id', a.id, 'position', a.position, 'playlist', json_object('id', p.id, 'name', p.name))) FROM video_playlist_assignments a JOIN kept_playlists p ON p.id = a.playlist_id
        WHERE a.video_id = v.id AND p.user_id = @viewer) AS assignments
    FROM kept_videos v LEFT JOIN categories c ON c.id = v.category_id LEFT JOIN replacements r ON r.video_id = v.id`;
  const newestFirst = 'ORDER BY uploaded_at DESC, id DESC';
  /** As one text: 10,000 rows cost more to hand over than to find. */
  const idsOf = <Parameters extends object>(from: string) =>
    database.prepare<[Parameters], { ids: string }>(
      `SELECT json_group_array(id) AS ids FROM (SELECT id FROM ${from} ${newestFirst})`,
    );
  const statements = {
    own: idsOf<{ viewer: number }>('kept_videos WHERE user_id = @viewer'),
    platform: idsOf<{ viewer: number }>('visible_videos WHERE viewer_id = @viewer AND user_id IS NULL'),
    ofCategory: idsOf<{ category: number }>('kept_videos WHERE user_id IS NULL AND category_id = @category'),
    byIds: database.prepare<[{ viewer: number; ids: string }], VideoRow>(
      `${select} WHERE v.id IN (SELECT value FROM json_each(@ids))`,
    ),
    categoryExists: database.prepare<[number]>('SELECT 1 FROM categories WHERE id = ?'),
  };

  const toVideo = createToVideo(deps);

  function videosByIds(ids: readonly number[], viewerId: number): Video[] {
    return statements.byIds.all({ viewer: viewerId, ids: JSON.stringify(ids) }).map(toVideo);
  }

  function findOrThrow(id: number, viewerId: number): Video {
    const [video] = videosByIds([id], viewerId);
    if (!video) throw notFound('content');
    return video;
  }

  /** In the order of the ids, in parts: 10,000 contents in one go would keep every poll waiting half a second. */
  function* listOf(row: { ids: string } | undefined, viewerId: number): Generator<void, Video[]> {
    const videos: Video[] = [];
    const all = JSON.parse(row?.ids ?? '[]') as number[];
    for (let at = 0; at < all.length; at += readInOneGo) {
      yield;
      const ids = all.slice(at, at + readInOneGo);
      const found = new Map(videosByIds(ids, viewerId).map((video) => [video.id, video]));
      videos.push(...ids.flatMap((id) => found.get(id) ?? []));
    }
    return videos;
  }

  return {
    /** A user's own items, newest first, unfinished ones too. To be read in turns, like the next two. */
    list: (userId: number) => listOf(statements.own.get({ viewer: userId }), userId),

    /** Platform items without category or of categories granted to the user; role admin sees all. Newest first. */
    listPlatform: (userId: number) => listOf(statements.platform.get({ viewer: userId }), userId),

    /** Platform items of a category. Throws `not_found` when there is no such category. */
    *listOfCategory(categoryId: number, viewerId: number): Generator<void, CategoryVideo[]> {
      if (!statements.categoryExists.get(categoryId)) throw notFound('category');
      const videos = yield* listOf(statements.ofCategory.get({ category: categoryId }), viewerId);
      return videos.map(({ id, name, mediaType, sizeMb, uploadedAt, thumbnailUrl, ...video }) => {
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

function createToVideo({ urls, progress }: VideoStoreDeps) {
  return (row: VideoRow): Video => {
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
  };
}

function toTimestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
