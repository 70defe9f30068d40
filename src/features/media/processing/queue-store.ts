/** Stores the processing queue in the database, so that a crash loses no job. */
import type { Video } from '../../../contract/media.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { type Viewer, isAdministrator } from '../library/audience-store.ts';
import { failures } from './failures.ts';
import type { MediaFolder } from '../library/folder.ts';
import { createJobStore } from './job-store.ts';
import type { Job, RenderResult } from './jobs.ts';
import { displayDurationOf } from '../library/replacement-store.ts';
import type { MediaKind } from '../upload/sniff.ts';

/** Number of times that the server may end while it processes an item: high, because people may switch it off every evening. */
const maxInterruptions = 20;
/** LIKE pattern of the failure message for a full disk: its first sentence, which was the same in earlier versions. */
const fullDiskPattern = `${failures.disk_full.message.split('.', 1)[0]}.%`;

/** Fields of a queued item that decide how an outcome is recorded. */
export interface QueuedItem {
  status: Video['processingStatus'];
  /** Storage key of the uploaded file; null after its deletion. */
  original: string | null;
  wantsAmbient: boolean;
  /** Bytes of the item that count towards the quota now. */
  sizeBytes: number;
}

/** Identifies the file to process: an item's own, or its replacement. */
export type Work = Pick<Job, 'videoId' | 'isReplacement'>;

/** Condition of the partial index of queued items. A statement that contains it reads only their rows. */
const isQueued = "processing_status IN ('pending', 'processing')";

/** Prepares the queue's statements for one table; both tables have the same processing columns. */
function prepareFor(database: Database, table: 'videos' | 'replacements') {
  const id = table === 'videos' ? 'id' : 'video_id';
  return {
    abandonCrashed: database.prepare<[string, MediaKind], { id: number }>(
      `UPDATE ${table} SET processing_status = 'failed', processing_error = ? WHERE ${isQueued} AND processing_status = 'processing' AND media_type = ? AND processing_attempts >= ${maxInterruptions} RETURNING ${id} AS id`,
    ),
    requeueInterrupted: database.prepare<[MediaKind]>(
      `UPDATE ${table} SET processing_status = 'pending' WHERE ${isQueued} AND processing_status = 'processing' AND media_type = ?`,
    ),
    begin: database.prepare<[number, number]>(
      `UPDATE ${table} SET processing_status = 'processing', processing_started_at = ?, processing_error = NULL, processing_attempts = processing_attempts + 1 WHERE ${id} = ?`,
    ),
    requeue: database.prepare<[number, number]>(
      `UPDATE ${table} SET processing_status = 'pending', processing_attempts = processing_attempts - ? WHERE ${id} = ? AND processing_status = 'processing'`,
    ),
    find: database.prepare<[number], Omit<QueuedItem, 'wantsAmbient'> & { wantsAmbient: number }>(`
      SELECT w.processing_status AS status, w.original_r2_path AS original, v.use_ambient_background AS wantsAmbient,
        v.size_bytes AS sizeBytes
      FROM videos v JOIN ${table} w ON w.${id} = v.id WHERE v.id = ?`),
    fail: database.prepare<[{ id: number; message: string; dropsOriginal: number }]>(`
      UPDATE ${table} SET processing_status = 'failed', processing_error = @message,
        original_r2_path = CASE WHEN @dropsOriginal THEN NULL ELSE original_r2_path END WHERE ${id} = @id`),
    countWaiting: database.prepare<[], { count: number }>(
      `SELECT COUNT(*) AS count FROM ${table} WHERE ${isQueued} AND EXISTS (SELECT 1 FROM kept_videos WHERE id = ${table}.${id})`,
    ),
    failedByFullDisk: database.prepare<[string], { id: number; original: string }>(`
      SELECT ${id} AS id, original_r2_path AS original FROM ${table}
      WHERE processing_status = 'failed' AND processing_error LIKE ? AND original_r2_path IS NOT NULL
        AND EXISTS (SELECT 1 FROM kept_videos WHERE id = ${table}.${id})`),
    // Users retry their own items, administrators also platform items. Without a viewer any item can be retried.
    retry: database.prepare<[{ id: number; user: number | null; isAdministrator: number }]>(`
      UPDATE ${table} SET processing_status = 'pending', processing_error = NULL, processing_attempts = 0
      WHERE ${id} = (SELECT id FROM kept_videos WHERE id = @id
          AND (@user IS NULL OR user_id = @user OR (user_id IS NULL AND @isAdministrator)))
        AND processing_status = 'failed' AND original_r2_path IS NOT NULL`),
  };
}

export function createQueueStore(database: Database, clock: Clock, folder: MediaFolder) {
  const items = prepareFor(database, 'videos');
  const replacements = prepareFor(database, 'replacements');
  const tables = [items, replacements];
  const tableOf = ({ isReplacement }: Pick<Work, 'isReplacement'>) => (isReplacement ? replacements : items);
  const statements = {
    complete: database.prepare<
      [
        { id: number; now: number; path: string; loudnessTried: number } & Pick<
          RenderResult,
          'width' | 'height' | 'durationMs' | 'loudness'
        >,
      ]
    >(`
      UPDATE videos SET processing_status = 'completed', processing_completed_at = @now, processing_error = NULL, processing_attempts = 0,
        r2_path = @path, original_r2_path = NULL, width = @width, height = @height, duration_ms = @durationMs,
        loudness = @loudness, loudness_tried = @loudnessTried WHERE id = @id`),
    setLoudness: database.prepare<[number | null, number]>(
      'UPDATE videos SET loudness = ?, loudness_tried = 1 WHERE id = ?',
    ),
    copyKind: database.prepare<[number]>(`
      UPDATE videos SET media_type = r.media_type, processing_started_at = r.processing_started_at,
        display_duration = ${displayDurationOf('r.media_type')}
      FROM replacements r WHERE r.video_id = videos.id AND videos.id = ?`),
    // If the new file is not a poster's, the item is no longer a poster: its fields would draw another picture than the file.
    dropPoster: database.prepare<[number]>('DELETE FROM posters WHERE video_id = ?'),
    copyPoster: database.prepare<[number]>(
      'INSERT INTO posters (video_id, fields) SELECT video_id, poster FROM replacements WHERE video_id = ? AND poster IS NOT NULL',
    ),
    removeReplacement: database.prepare<[number]>('DELETE FROM replacements WHERE video_id = ?'),
  };

  function find(work: Work): QueuedItem | undefined {
    const row = tableOf(work).find.get(work.videoId);
    return row && { ...row, wantsAmbient: row.wantsAmbient === 1 };
  }

  return {
    /**
     * Requeues interrupted jobs. Jobs that were interrupted too often are marked as failed instead; returns their item ids. Call
     * this in a transaction, while no job runs.
     */
    requeueInterrupted(kind: MediaKind): number[] {
      const abandoned = tables.flatMap((table) =>
        table.abandonCrashed.all(failures.crashed.message, kind).map(({ id }) => id),
      );
      for (const table of tables) table.requeueInterrupted.run(kind);
      return abandoned;
    },

    ...createJobStore(database, folder, clock),

    begin: (work: Work): void => void tableOf(work).begin.run(clock.now(), work.videoId),

    /** Requeues a job. `countsAttempt`: false when the server stops as intended. */
    requeue: (work: Work, countsAttempt: boolean): void =>
      void tableOf(work).requeue.run(Number(!countsAttempt), work.videoId),

    find,

    /** Returns the item of a running job; undefined if it was deleted, or the job's source was replaced. */
    findRunning(job: Job): QueuedItem | undefined {
      const item = find(job);
      if (item?.status !== 'processing') return undefined;
      return (item.original === null ? '' : folder.path(item.original)) === job.source ? item : undefined;
    },

    /** Marks an item as completed; a replacement becomes the item's own file. `path`: storage key of the rendition. */
    complete(
      { videoId, isReplacement }: Work,
      path: string,
      { width, height, durationMs, loudness }: Omit<RenderResult, 'files'>,
    ): void {
      if (isReplacement) {
        statements.copyKind.run(videoId);
        statements.dropPoster.run(videoId);
        statements.copyPoster.run(videoId);
        statements.removeReplacement.run(videoId);
      }
      statements.complete.run({
        ...{ id: videoId, now: clock.now(), path, width, height, durationMs },
        ...{ loudness: loudness ?? null, loudnessTried: Number(loudness !== undefined) },
      });
    },

    /** Records a later measurement of an item; null: its sound is silent or cannot be measured, and is not tried again. */
    setLoudness: (videoId: number, loudness: number | null): void => void statements.setLoudness.run(loudness, videoId),

    fail(work: Work, message: string, { keepsOriginal }: { keepsOriginal: boolean }): void {
      tableOf(work).fail.run({ id: work.videoId, message, dropsOriginal: Number(!keepsOriginal) });
    },

    /** Returns the number of items and replacements that are queued or being processed. */
    countWaiting: (): number => tables.reduce((total, table) => total + (table.countWaiting.get()?.count ?? 0), 0),

    /** Returns the items and replacements that failed because the disk was full. `original`: storage key of the uploaded file. */
    failedByFullDisk: () => tables.flatMap((table) => table.failedByFullDisk.all(fullDiskPattern)),

    /** Requeues a failed item or replacement. Returns false if there is none with its file, or the viewer may not retry it. */
    retry(id: number, viewer?: Viewer): boolean {
      const isAllowed = Number(viewer !== undefined && isAdministrator(viewer));
      const parameters = { id, user: viewer?.userId ?? null, isAdministrator: isAllowed };
      return tables.some((table) => table.retry.run(parameters).changes > 0);
    },
  };
}
