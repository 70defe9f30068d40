/** Chooses the next processing job. */
import type { Database } from '../../../platform/storage/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { MediaFolder } from '../library/folder.ts';
import type { Job } from './jobs.ts';
import type { MediaKind } from '../upload/sniff.ts';

/** Delays before the loudness of a video is measured again after its file could not be read. */
const measuringRetryMs = { first: 10 * 60_000, longest: 24 * 3_600_000 };

interface WaitingRow {
  id: number;
  user_id: number | null;
  is_replacement: number;
  arrived_at: number;
}

/** A completed item with a follow-up job, and the name of the file that the job reads. */
interface CompletedRow {
  id: number;
  user_id: number | null;
  file: string;
}

interface JobRow {
  original_r2_path: string | null;
  soundtrack_id: number | null;
  use_ambient_background: number;
  processing_attempts: number;
}

/** Condition that excludes items of deleted accounts, whose rows still wait to be deleted. */
const isOwnerKept = 'NOT EXISTS (SELECT 1 FROM users WHERE id = user_id AND removed_at IS NOT NULL)';

export function createJobStore(database: Database, folder: MediaFolder, clock: Clock) {
  const statements = {
    /** Selects each account's oldest job. SQLite takes the other columns from the row of MIN. The IN makes it use an index. */
    firstOfEach: database.prepare<[{ kind: MediaKind }], WaitingRow>(`
      SELECT id, user_id, is_replacement, MIN(arrived_at) AS arrived_at FROM (
        SELECT id, user_id, 0 AS is_replacement, uploaded_at AS arrived_at FROM kept_videos
        WHERE processing_status IN ('pending', 'processing') AND processing_status = 'pending' AND media_type = @kind AND ${isOwnerKept}
        UNION ALL
        SELECT v.id, v.user_id, 1, r.created_at FROM replacements r JOIN kept_videos v ON v.id = r.video_id
        WHERE r.processing_status = 'pending' AND r.media_type = @kind AND ${isOwnerKept}
        ORDER BY arrived_at, id)
      GROUP BY user_id`),
    exists: database.prepare<[number]>(`SELECT 1 FROM videos WHERE id = ? AND ${isOwnerKept}`),
    item: database.prepare<[number], JobRow>('SELECT * FROM kept_videos WHERE id = ?'),
    replacement: database.prepare<[number], JobRow>(`
      SELECT r.original_r2_path, v.soundtrack_id, v.use_ambient_background, r.processing_attempts
      FROM replacements r JOIN kept_videos v ON v.id = r.video_id WHERE r.video_id = ?`),
    nextAmbient: database.prepare<[string], CompletedRow>(`
      SELECT v.id, v.user_id, m.sha256 || '.' || m.extension AS file FROM kept_videos v
      JOIN video_files f ON f.video_id = v.id AND f.kind = CASE v.media_type WHEN 'image' THEN 'main' ELSE 'poster' END
      JOIN media_files m ON m.sha256 = f.sha256
      WHERE v.processing_status = 'completed' AND v.use_ambient_background = 1 AND ${isOwnerKept}
        AND NOT EXISTS (SELECT 1 FROM video_files a WHERE a.video_id = v.id AND a.kind = 'ambient')
        AND v.id NOT IN (SELECT value FROM json_each(?))
      ORDER BY v.id LIMIT 1`),
    nextWithoutLoudness: database.prepare<[string], CompletedRow>(`
      SELECT v.id, v.user_id, m.sha256 || '.' || m.extension AS file FROM kept_videos v
      JOIN video_files f ON f.video_id = v.id AND f.kind = 'main'
      JOIN media_files m ON m.sha256 = f.sha256
      WHERE v.processing_status = 'completed' AND v.media_type = 'video' AND v.loudness_tried = 0 AND ${isOwnerKept}
        AND v.id NOT IN (SELECT value FROM json_each(?))
      ORDER BY v.id LIMIT 1`),
  };

  /** Completed items whose ambient picture failed. It is tried again after `retryAmbient` or the next start of the server. */
  const withoutAmbient = new Set<number>();
  /** Completed videos that could not be measured. `retryAt`: monotonic time of the next attempt, in milliseconds. */
  const postponed = new Map<number, { failures: number; retryAt: number }>();
  /** Turn number at which each account was last served. */
  const lastTurns: Record<MediaKind, Map<number | null, number>> = { image: new Map(), video: new Map() };
  let turns = 0;

  /** Returns the oldest job of the account that was served longest ago, so that one account's uploads do not delay all others. */
  function nextOf(kind: MediaKind): WaitingRow | undefined {
    const last = lastTurns[kind];
    const turnOf = ({ user_id }: WaitingRow) => last.get(user_id) ?? 0;
    const [first] = statements.firstOfEach
      .all({ kind })
      .sort((a, b) => turnOf(a) - turnOf(b) || a.arrived_at - b.arrived_at || a.id - b.id);
    if (first) last.set(first.user_id, (turns += 1));
    else last.clear();
    return first;
  }

  function jobOf({ id, user_id, is_replacement }: WaitingRow, kind: MediaKind): Job | undefined {
    const row = (is_replacement ? statements.replacement : statements.item).get(id);
    return (
      row && {
        videoId: id,
        userId: user_id,
        isReplacement: is_replacement === 1,
        kind: row.soundtrack_id === null ? kind : 'track',
        source: row.original_r2_path === null ? '' : folder.path(row.original_r2_path),
        wantsAmbient: row.use_ambient_background === 1,
        attempt: row.processing_attempts + 1,
      }
    );
  }

  function followUpJob(kind: 'ambient' | 'loudness', { id, user_id, file }: CompletedRow): Job {
    const [sha256 = '', extension = ''] = file.split('.');
    return {
      videoId: id,
      userId: user_id,
      isReplacement: false,
      kind,
      source: folder.mediaPath(sha256, extension),
      wantsAmbient: kind === 'ambient',
      attempt: 1,
    };
  }

  function nextAmbient(): Job | undefined {
    const finished = statements.nextAmbient.get(JSON.stringify([...withoutAmbient]));
    return finished && followUpJob('ambient', finished);
  }

  return {
    abandonAmbient: (videoId: number): void => void withoutAmbient.add(videoId),

    /** False if the item or its account was deleted. */
    has: (videoId: number): boolean => statements.exists.get(videoId) !== undefined,

    /** Allows another attempt at the item's ambient picture. */
    retryAmbient: (videoId: number): void => void withoutAmbient.delete(videoId),

    /** True if an item of another account waits in this queue. Does not change the order of the accounts. */
    areOthersWaiting: (queue: MediaKind, userId: number | null): boolean =>
      statements.firstOfEach.all({ kind: queue }).some((first) => first.user_id !== userId),

    /** Returns a queue's next job. Images precede ambient pictures of completed items. */
    next(queue: MediaKind): Job | undefined {
      const first = nextOf(queue);
      if (first) return jobOf(first, queue);
      return queue === 'image' ? nextAmbient() : undefined;
    },

    /** Returns a job that measures a completed video's loudness, or undefined if all have been measured. Needs ffmpeg. */
    nextLoudnessJob(): Job | undefined {
      const waiting = [...postponed].filter(([, { retryAt }]) => retryAt > clock.monotonic()).map(([id]) => id);
      const item = statements.nextWithoutLoudness.get(JSON.stringify(waiting));
      return item && followUpJob('loudness', item);
    },

    /** Postpones a measurement, longer after each failure. Returns the milliseconds until the next attempt. */
    postponeMeasurement(videoId: number): number {
      const failures = postponed.get(videoId)?.failures ?? 0;
      const waitMs = Math.min(measuringRetryMs.first * 2 ** failures, measuringRetryMs.longest);
      postponed.set(videoId, { failures: failures + 1, retryAt: clock.monotonic() + waitMs });
      return waitMs;
    },
  };
}
