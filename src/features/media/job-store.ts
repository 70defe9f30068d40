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
}

export function createJobStore(database: Database, folder: MediaFolder) {
  const statements = {
    firstOfEach: database.prepare<[MediaKind], Pick<PendingRow, 'id' | 'user_id'>>(
      "SELECT MIN(id) AS id, user_id FROM kept_videos WHERE processing_status = 'pending' AND media_type = ? GROUP BY user_id",
    ),
    find: database.prepare<[number], PendingRow>('SELECT * FROM kept_videos WHERE id = ?'),
    nextAmbient: database.prepare<[string], PendingRow & { still: string }>(`
      SELECT v.*, m.sha256 || '.' || m.extension AS still FROM videos v
      JOIN video_files f ON f.video_id = v.id AND f.kind = CASE v.media_type WHEN 'image' THEN 'main' ELSE 'poster' END
      JOIN media_files m ON m.sha256 = f.sha256
      WHERE v.processing_status = 'completed' AND v.use_ambient_background = 1
        AND NOT EXISTS (SELECT 1 FROM video_files a WHERE a.video_id = v.id AND a.kind = 'ambient')
        AND v.id NOT IN (SELECT value FROM json_each(?))
      ORDER BY v.id LIMIT 1`),
  };

  /** When an account had its last turn, counted in turns. */
  const lastTurns: Record<MediaKind, Map<number | null, number>> = { image: new Map(), video: new Map() };
  let turns = 0;

  /** Accounts take turns, each with its oldest item: nobody waits for all that another one sent before. */
  function nextOf(kind: MediaKind): PendingRow | undefined {
    const last = lastTurns[kind];
    const turnOf = ({ user_id }: { user_id: number | null }) => last.get(user_id) ?? 0;
    const waiting = statements.firstOfEach.all(kind);
    const [first] = waiting.sort((a, b) => turnOf(a) - turnOf(b) || a.id - b.id);
    if (!first) {
      last.clear();
      return undefined;
    }
    last.set(first.user_id, (turns += 1));
    return statements.find.get(first.id);
  }

  return {
    /**
     * The next job of a lane; whole images before ambient pictures of finished items. `withoutAmbient` are items
     * whose ambient picture is not to be tried.
     */
    next(lane: MediaKind, withoutAmbient: readonly number[]): Job | undefined {
      const row = nextOf(lane);
      if (row) {
        const { id: videoId, user_id: userId, media_type: kind } = row;
        const source = row.original_r2_path === null ? '' : folder.path(row.original_r2_path);
        return {
          videoId,
          userId,
          kind,
          source,
          wantsAmbient: row.use_ambient_background === 1,
          attempt: row.processing_attempts + 1,
        };
      }
      if (lane === 'video') return undefined;
      const finished = statements.nextAmbient.get(JSON.stringify(withoutAmbient));
      if (!finished) return undefined;
      const [sha256 = '', extension = ''] = finished.still.split('.');
      return {
        videoId: finished.id,
        userId: finished.user_id,
        kind: 'ambient',
        source: folder.mediaPath(sha256, extension),
        wantsAmbient: true,
        attempt: 1,
      };
    },
  };
}
