/** Reads contents as the studio lists them: items with their URLs, progress, and assignments to the viewer's playlists. */
import { bytesPerMb } from '../../../contract/text/units.ts';
import type { CategoryVideo } from '../../../contract/categories.ts';
import { notFound } from '../../../contract/errors.ts';
import {
  comparePlatformContents,
  type ListedContent,
  contentOrder,
  contentFilter,
} from '../../../contract/changes/views.ts';
import type { ContentsQuery, Video } from '../../../contract/media.ts';
import { findPage } from '../../../platform/storage/list-page.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Progress } from '../processing/progress.ts';
import type { MediaKind } from '../upload/sniff.ts';
import type { MediaUrls } from './urls.ts';

/** A row with the values of `columns`, in that order. */
type VideoRow = [
  id: number,
  userId: number | null,
  name: string,
  sizeBytes: number,
  mediaType: MediaKind,
  displayDuration: number | null,
  usesAmbientBackground: number,
  fit: Video['fit'],
  isPlatformVideo: number,
  categoryId: number | null,
  category: string | null,
  processingStatus: Video['processingStatus'],
  processingError: string | null,
  original: string | null,
  processingStartedAt: number | null,
  processingCompletedAt: number | null,
  durationMs: number | null,
  width: number | null,
  height: number | null,
  uploadedAt: number,
  validFrom: string | null,
  validUntil: string | null,
  purpose: Video['purpose'],
  isPoster: number,
  replacementStatus: 'pending' | 'processing' | 'failed' | null,
  replacementError: string | null,
  replacementOriginal: string | null,
  /** JSON: kind -> `<sha256>.<extension>`. */
  files: string,
  /** JSON: [{id, position, playlist: {id, name}}]. */
  assignments: string,
];

const columns = `v.id, v.user_id, v.name, v.size_bytes, v.media_type, v.display_duration, v.use_ambient_background, v.fit,
  v.is_platform_video, v.category_id, c.name, v.processing_status, v.processing_error, v.original_r2_path,
  v.processing_started_at, v.processing_completed_at, v.duration_ms, v.width, v.height, v.uploaded_at, v.valid_from,
  v.valid_until, v.purpose, v.id IN (SELECT video_id FROM posters), r.processing_status, r.processing_error, r.original_r2_path,
  (SELECT json_group_object(f.kind, m.sha256 || '.' || m.extension) FROM video_files f JOIN media_files m ON m.sha256 = f.sha256 WHERE f.video_id = v.id),
  (SELECT json_group_array(json_object('id', a.id, 'position', a.position, 'playlist', json_object('id', p.id, 'name', p.name))) FROM video_playlist_assignments a JOIN kept_playlists p ON p.id = a.playlist_id
    WHERE a.video_id = v.id AND p.user_id = @viewer)`;

interface VideoStoreDeps {
  urls: MediaUrls;
  progress: Progress;
}

/** Numbers of complete items, and of rows for filtering, in one read. A read takes one or two milliseconds. */
const itemsPerRead = 25;
const rowsPerRead = 250;

type Source = 'own' | 'platform';
type ListQuery = Omit<ContentsQuery, 'after'> & { after?: (Partial<ListedContent> & { id: number }) | undefined };
type ListedRow = [
  id: number,
  name: string,
  sizeBytes: number,
  mediaType: MediaKind,
  displayDuration: number | null,
  uploadedAt: number,
  processingStatus: Video['processingStatus'],
  category: string | null,
  /** The playlist of the query if it contains the item. */
  playlistId: number | null,
];

const toListed = ([
  id,
  name,
  sizeBytes,
  mediaType,
  displayDuration,
  uploadedAt,
  processingStatus,
  category,
  playlistId,
]: ListedRow): ListedContent => ({
  ...{ id, name, sizeMb: toMb(sizeBytes), uploadedAt: new Date(uploadedAt).toISOString(), processingStatus, category },
  displayDuration: mediaType === 'image' ? displayDuration : null,
  assignments: playlistId === null ? [] : [{ playlist: { id: playlistId } }],
});

/** Values of the fields that a cursor may lack. */
const noFields = {
  ...{ name: '', sizeMb: 0, uploadedAt: '', displayDuration: null },
  ...{ processingStatus: 'completed' as const, category: null, assignments: [] },
};

const toMb = (bytes: number) => Math.round((bytes / bytesPerMb) * 1000) / 1000;

export function createVideoStore(database: Database, deps: VideoStoreDeps) {
  const newestFirst = 'ORDER BY uploaded_at DESC, id DESC';
  /** Prepares a query that reads rows by the index of upload times: sorting all items for each batch takes ten times as long. */
  const rowsFrom = (from: string) =>
    database.prepareTuples<[{ viewer: number; playlist: number | null; at: number; id: number }], ListedRow>(
      `SELECT id, name, size_bytes, media_type, display_duration, uploaded_at, processing_status,
        (SELECT name FROM categories WHERE id = v.category_id),
        (SELECT playlist_id FROM video_playlist_assignments WHERE video_id = v.id
          AND playlist_id = (SELECT id FROM kept_playlists WHERE id = @playlist AND user_id = @viewer))
      FROM ${from} AND (uploaded_at, id) < (@at, @id) ${newestFirst} LIMIT ${rowsPerRead}`,
    );
  const statements = {
    own: rowsFrom('kept_videos v WHERE user_id = @viewer AND soundtrack_id IS NULL'),
    platform: rowsFrom('visible_videos v WHERE viewer_id = @viewer AND user_id IS NULL'),
    // One JSON text, because converting 10,000 rows takes longer than finding them.
    ofCategory: database.prepare<[number], { ids: string }>(
      `SELECT json_group_array(id) AS ids FROM (SELECT id FROM kept_videos WHERE user_id IS NULL AND category_id = ? ${newestFirst})`,
    ),
    byIds: database.prepareTuples<[{ viewer: number; ids: string }], VideoRow>(
      `SELECT ${columns}
      FROM kept_videos v LEFT JOIN categories c ON c.id = v.category_id LEFT JOIN replacements r ON r.video_id = v.id
      WHERE v.id IN (SELECT value FROM json_each(@ids)) AND v.soundtrack_id IS NULL`,
    ),
    categoryExists: database.prepare<[number]>('SELECT 1 FROM categories WHERE id = ?'),
  };

  const toVideo = createToVideo(deps);

  /** Yields own or platform items, newest first, with the fields for filters and sorting, and the assignment to `playlist`. */
  function* rowsOf(source: Source, viewer: number, playlist: number | null): Generator<ListedContent[]> {
    let [at, id] = [Number.MAX_SAFE_INTEGER, 0];
    for (;;) {
      const rows = statements[source].all({ viewer, playlist, at, id });
      yield rows.map(toListed);
      const last = rows.at(-1);
      if (!last || rows.length < rowsPerRead) return;
      [id, , , , , at] = last;
    }
  }

  function findMatches(source: Source, userId: number, { limit, after, ...view }: ListQuery) {
    const isPlatformPage = source === 'platform' && limit !== undefined;
    return findPage(rowsOf(source, userId, view.availableFor ?? null), {
      matches: contentFilter(view),
      compare: isPlatformPage ? comparePlatformContents : contentOrder(view),
      isSorted: !isPlatformPage && (view.sort ?? 'date-desc') === 'date-desc',
      after: after && { ...noFields, ...after },
      limit,
    });
  }

  function videosByIds(ids: readonly number[], viewerId: number): Video[] {
    return statements.byIds.all({ viewer: viewerId, ids: JSON.stringify(ids) }).map(toVideo);
  }

  function findOrThrow(id: number, viewerId: number): Video {
    const [video] = videosByIds([id], viewerId);
    if (!video) throw notFound('content');
    return video;
  }

  /** Returns items in the order of `allIds`. Yields between parts: 10,000 at once would delay every poll by half a second. */
  function* listOf(allIds: readonly number[], viewerId: number): Generator<void, Video[]> {
    const videos: Video[] = [];
    for (let at = 0; at < allIds.length; at += itemsPerRead) {
      yield;
      const ids = allIds.slice(at, at + itemsPerRead);
      const found = new Map(videosByIds(ids, viewerId).map((video) => [video.id, video]));
      videos.push(...ids.flatMap((id) => found.get(id) ?? []));
    }
    return videos;
  }

  return {
    /**
     * Returns a user's own items, also unfinished ones, or the platform items without a category or with a category that the user
     * may see (managers see all). Without a query, returns all of them, newest first; pages of platform items are sorted by
     * category. Run this and the next two functions with `yieldBetween`.
     */
    *list(source: Source, userId: number, query: ListQuery): Generator<void, Video[]> {
      const { page } = yield* findMatches(source, userId, query);
      return yield* listOf(
        page.map(({ id }) => id),
        userId,
      );
    },

    /** Returns the number of items that match the query. */
    *count(source: Source, userId: number, query: ListQuery): Generator<void, { count: number }> {
      const { count } = yield* findMatches(source, userId, { ...query, limit: 0 });
      return { count };
    },

    /** Returns platform items of a category. Throws `not_found` when there is no such category. */
    *listOfCategory(categoryId: number, viewerId: number): Generator<void, CategoryVideo[]> {
      if (!statements.categoryExists.get(categoryId)) throw notFound('category');
      const ids = JSON.parse(statements.ofCategory.get(categoryId)?.ids ?? '[]') as number[];
      const videos = yield* listOf(ids, viewerId);
      return videos.map(({ id, name, mediaType, sizeMb, uploadedAt, thumbnailUrl, ...video }) => {
        const { processingStatus, processingError, replacement } = video;
        return {
          ...{ id, name, mediaType, sizeMb, uploadedAt, thumbnailUrl },
          ...{ processingStatus, processingError, replacement },
        };
      });
    },

    /** The caller of `listOf` and `videosByIds` must check that the viewer may see the items. Deleted items are left out. */
    listOf,
    /** Does not yield, and returns the items in no particular order. */
    videosByIds,

    /** Throws `not_found`. The caller must check that the viewer may see the item. */
    findOrThrow,

    categoryExists: (id: number): boolean => statements.categoryExists.get(id) !== undefined,
  };
}

function createToVideo({ urls, progress }: VideoStoreDeps) {
  return ([
    id,
    userId,
    name,
    sizeBytes,
    mediaType,
    displayDuration,
    usesAmbientBackground,
    fit,
    isPlatformVideo,
    categoryId,
    category,
    processingStatus,
    processingError,
    original,
    processingStartedAt,
    processingCompletedAt,
    durationMs,
    width,
    height,
    uploadedAt,
    validFrom,
    validUntil,
    purpose,
    isPoster,
    replacementStatus,
    replacementError,
    replacementOriginal,
    files,
    assignments,
  ]: VideoRow): Video => {
    const stored = JSON.parse(files) as Partial<Record<string, string>>;
    const url = (kind: string) => {
      const [sha256, extension] = stored[kind]?.split('.') ?? [];
      return sha256 && extension ? urls.sign(sha256, extension) : null;
    };
    return {
      id,
      userId,
      name,
      r2Path: stored.main ?? null,
      originalR2Path: original,
      mediaType,
      sizeMb: toMb(sizeBytes),
      displayDuration: mediaType === 'image' ? displayDuration : null,
      useAmbientBackground: usesAmbientBackground === 1,
      fit,
      isPlatformVideo: isPlatformVideo === 1,
      categoryId,
      category,
      processingStatus,
      processingProgress: processingStatus === 'completed' ? 100 : progress.of(id),
      processingStartedAt: toTimestamp(processingStartedAt),
      processingCompletedAt: toTimestamp(processingCompletedAt),
      processingError,
      canRetry: processingStatus === 'failed' && original !== null,
      replacement: replacementStatus && {
        status: replacementStatus,
        progress: progress.of(id),
        error: replacementError,
        canRetry: replacementStatus === 'failed' && replacementOriginal !== null,
      },
      thumbnailUrl: url('thumbnail'),
      posterUrl: url('poster'),
      mediaUrl: url('main'),
      ambientUrl: usesAmbientBackground === 1 ? url('ambient') : null,
      durationS: durationMs === null ? null : durationMs / 1000,
      width,
      height,
      uploadedAt: new Date(uploadedAt).toISOString(),
      validFrom,
      validUntil,
      purpose,
      isPoster: isPoster === 1,
      assignments: JSON.parse(assignments) as Video['assignments'],
    };
  };
}

function toTimestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
