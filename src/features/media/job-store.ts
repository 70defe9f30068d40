/** Which job is next. */
import type { Database } from '../../platform/storage/database.ts';
import type { MediaFolder } from './folder.ts';
import type { Job } from './jobs.ts';
import type { MediaKind } from './sniff.ts';

interface PendingRow {
  id: number;
  user_id: number | null;
  media_type: MediaKind;
  original_r2_path: string | null;
  use_ambient_background: number;
  processing_attempts: number;
  arrived_at: number;
}

export function createJobStore(database: Database, folder: MediaFolder) {
  const statements = {
    next: database.prepare<[], PendingRow>(
      "SELECT *, uploaded_at AS arrived_at FROM kept_videos WHERE processing_status = 'pending' ORDER BY id LIMIT 1",
    ),
    nextReplacement: database.prepare<[], PendingRow>(`
      SELECT v.id, v.user_id, v.use_ambient_background, r.media_type, r.original_r2_path, r.processing_attempts, r.created_at AS arrived_at
      FROM replacements r JOIN kept_videos v ON v.id = r.video_id
      WHERE r.processing_status = 'pending' ORDER BY r.created_at, r.video_id LIMIT 1`),
    nextAmbient: database.prepare<[string], PendingRow & { still: string }>(`
      SELECT v.*, v.uploaded_at AS arrived_at, m.sha256 || '.' || m.extension AS still FROM videos v
      JOIN video_files f ON f.video_id = v.id AND f.kind = CASE v.media_type WHEN 'image' THEN 'main' ELSE 'poster' END
      JOIN media_files m ON m.sha256 = f.sha256
      WHERE v.processing_status = 'completed' AND v.use_ambient_background = 1
        AND NOT EXISTS (SELECT 1 FROM video_files a WHERE a.video_id = v.id AND a.kind = 'ambient')
        AND v.id NOT IN (SELECT value FROM json_each(?))
      ORDER BY v.id LIMIT 1`),
  };

  /** Finished items whose ambient picture could not be made: not tried again before the next start. */
  const withoutAmbient = new Set<number>();

  return {
    giveUpAmbient: (videoId: number): void => void withoutAmbient.add(videoId),

    /** Its ambient picture is tried again. */
    forgetAmbientFailure: (videoId: number): void => void withoutAmbient.delete(videoId),

    /** The next job, in order of arrival; whole items before ambient pictures of finished ones. */
    next(): Job | undefined {
      const [item, replacement] = [statements.next.get(), statements.nextReplacement.get()];
      const isReplacement = replacement !== undefined && (!item || replacement.arrived_at < item.arrived_at);
      const row = isReplacement ? replacement : item;
      if (row) {
        const { id: videoId, user_id: userId, media_type: kind } = row;
        const source = row.original_r2_path === null ? '' : folder.path(row.original_r2_path);
        return {
          videoId,
          userId,
          isReplacement,
          kind,
          source,
          wantsAmbient: row.use_ambient_background === 1,
          attempt: row.processing_attempts + 1,
        };
      }
      const finished = statements.nextAmbient.get(JSON.stringify([...withoutAmbient]));
      if (!finished) return undefined;
      const [sha256 = '', extension = ''] = finished.still.split('.');
      return {
        videoId: finished.id,
        userId: finished.user_id,
        isReplacement: false,
        kind: 'ambient',
        source: folder.mediaPath(sha256, extension),
        wantsAmbient: true,
        attempt: 1,
      };
    },
  };
}
