/** The processing queue as it stands in the database: a crash loses nothing, a start goes on. */
import type { Video } from '../../contract/media.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { failures } from './failures.ts';
import type { MediaFolder } from './folder.ts';
import { createJobStore } from './job-store.ts';
import type { Rendered } from './jobs.ts';
import type { MediaKind } from './sniff.ts';

/** So often may the whole server: a machine that is switched off every evening says little about the item. */
const maxInterruptions = 20;

/** What decides what becomes of a job's results. */
export interface QueuedItem {
  status: Video['processingStatus'];
  /** Storage key of what was sent; null when it is gone. */
  original: string | null;
  wantsAmbient: boolean;
  /** What it counts now. */
  sizeBytes: number;
}

export function createQueueStore(database: Database, clock: Clock, folder: MediaFolder) {
  const statements = {
    giveUpCrashed: database.prepare<[string, MediaKind], { id: number }>(
      `UPDATE videos SET processing_status = 'failed', processing_error = ? WHERE processing_status = 'processing' AND media_type = ? AND processing_attempts >= ${maxInterruptions} RETURNING id`,
    ),
    takeBackInterrupted: database.prepare<[MediaKind]>(
      "UPDATE videos SET processing_status = 'pending' WHERE processing_status = 'processing' AND media_type = ?",
    ),
    begin: database.prepare<[number, number]>(
      "UPDATE videos SET processing_status = 'processing', processing_started_at = ?, processing_error = NULL, processing_attempts = processing_attempts + 1 WHERE id = ?",
    ),
    takeBack: database.prepare<[number, number]>(
      "UPDATE videos SET processing_status = 'pending', processing_attempts = processing_attempts - ? WHERE id = ? AND processing_status = 'processing'",
    ),
    find: database.prepare<
      [number],
      {
        processing_status: Video['processingStatus'];
        original_r2_path: string | null;
        use_ambient_background: number;
        size_bytes: number;
      }
    >('SELECT processing_status, original_r2_path, use_ambient_background, size_bytes FROM videos WHERE id = ?'),
    complete: database.prepare<
      [
        {
          id: number;
          now: number;
          path: string;
          width: number | null;
          height: number | null;
          durationMs: number | null;
        },
      ]
    >(`
      UPDATE videos SET processing_status = 'completed', processing_completed_at = @now, processing_error = NULL, processing_attempts = 0,
        r2_path = @path, original_r2_path = NULL, width = @width, height = @height, duration_ms = @durationMs WHERE id = @id`),
    fail: database.prepare<[{ id: number; message: string; dropsOriginal: number }]>(`
      UPDATE videos SET processing_status = 'failed', processing_error = @message,
        original_r2_path = CASE WHEN @dropsOriginal THEN NULL ELSE original_r2_path END WHERE id = @id`),
    countWaiting: database.prepare<[], { count: number }>(
      "SELECT COUNT(*) AS count FROM videos WHERE processing_status IN ('pending', 'processing')",
    ),
    retry: database.prepare<[number]>(
      "UPDATE videos SET processing_status = 'pending', processing_error = NULL, processing_attempts = 0 WHERE id = ? AND processing_status = 'failed' AND original_r2_path IS NOT NULL",
    ),
  };

  return {
    /** Inside a transaction, while nothing of this kind is being processed: what a crash interrupted waits again, or is given up after `maxInterruptions`; the latter are answered. */
    takeBackInterrupted(kind: MediaKind): number[] {
      const givenUp = statements.giveUpCrashed.all(failures.crashed.message, kind).map((row) => row.id);
      statements.takeBackInterrupted.run(kind);
      return givenUp;
    },

    ...createJobStore(database, folder),

    begin: (videoId: number): void => void statements.begin.run(clock.now(), videoId),

    /** Back to the queue. A stop in good order does not count as an attempt. */
    takeBack: (videoId: number, counts: boolean): void => void statements.takeBack.run(Number(!counts), videoId),

    find(videoId: number): QueuedItem | undefined {
      const row = statements.find.get(videoId);
      return (
        row && {
          status: row.processing_status,
          original: row.original_r2_path,
          wantsAmbient: row.use_ambient_background === 1,
          sizeBytes: row.size_bytes,
        }
      );
    },

    /** `path`: storage key of the finished rendition. The original is let go. */
    complete(videoId: number, path: string, { width, height, durationMs }: Omit<Rendered, 'files'>): void {
      statements.complete.run({ id: videoId, now: clock.now(), path, width, height, durationMs });
    },

    fail(videoId: number, message: string, { keepsOriginal }: { keepsOriginal: boolean }): void {
      statements.fail.run({ id: videoId, message, dropsOriginal: Number(!keepsOriginal) });
    },

    has: (videoId: number): boolean => statements.find.get(videoId) !== undefined,

    /** Items that wait or are being processed. */
    countWaiting: (): number => statements.countWaiting.get()?.count ?? 0,

    /** Queues a failed item again; false when it has not failed or its original is gone. */
    retry: (videoId: number): boolean => statements.retry.run(videoId).changes > 0,
  };
}
