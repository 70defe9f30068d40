/** The processing queue as it stands in the database: a crash loses nothing, a start goes on. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type FailureCode, failures } from './failures.ts';
import type { FileStore } from './file-store.ts';
import { storageKey } from '../../platform/storage/data-folder.ts';
import type { MediaFolder } from './folder.ts';
import type { Rendered, RenderedFile } from './jobs.ts';
import type { MediaKind } from './sniff.ts';

/** So often may the worker end in the middle of an item before the item is given up. */
export const maxAttempts = 3;
/** So often may the whole server: a machine that is switched off every evening says little about the item. */
const maxInterruptions = 20;

/** Work for the media worker. */
export interface Task {
  videoId: number;
  /** null: a platform item. */
  userId: number | null;
  kind: MediaKind | 'ambient';
  /** Path of the bytes to read. */
  source: string;
  wantsAmbient: boolean;
  attempt: number;
}

interface PendingRow {
  id: number;
  user_id: number | null;
  media_type: MediaKind;
  original_r2_path: string | null;
  use_ambient_background: number;
  processing_attempts: number;
}

export function createQueueStore(
  database: Database,
  clock: Clock,
  { files, folder }: { files: FileStore; folder: MediaFolder },
) {
  /** Percent of items being processed: not worth a write. */
  const progress = new Map<number, number>();

  const statements = {
    giveUpCrashed: database.prepare<[string], { id: number }>(
      `UPDATE videos SET processing_status = 'failed', processing_error = ? WHERE processing_status = 'processing' AND processing_attempts >= ${maxInterruptions} RETURNING id`,
    ),
    takeBackInterrupted: database.prepare<[]>(
      "UPDATE videos SET processing_status = 'pending' WHERE processing_status = 'processing'",
    ),
    next: database.prepare<[], PendingRow>(
      "SELECT * FROM videos WHERE processing_status = 'pending' ORDER BY id LIMIT 1",
    ),
    nextAmbient: database.prepare<[string], PendingRow & { still: string }>(`
      SELECT v.*, m.sha256 || '.' || m.extension AS still FROM videos v
      JOIN video_files f ON f.video_id = v.id AND f.kind = CASE v.media_type WHEN 'image' THEN 'main' ELSE 'poster' END
      JOIN media_files m ON m.sha256 = f.sha256
      WHERE v.processing_status = 'completed' AND v.use_ambient_background = 1
        AND NOT EXISTS (SELECT 1 FROM video_files a WHERE a.video_id = v.id AND a.kind = 'ambient')
        AND v.id NOT IN (SELECT value FROM json_each(?))
      ORDER BY v.id LIMIT 1`),
    begin: database.prepare<[number, number]>(
      "UPDATE videos SET processing_status = 'processing', processing_started_at = ?, processing_error = NULL, processing_attempts = processing_attempts + 1 WHERE id = ?",
    ),
    takeBack: database.prepare<[number, number]>(
      "UPDATE videos SET processing_status = 'pending', processing_attempts = processing_attempts - ? WHERE id = ? AND processing_status = 'processing'",
    ),
    find: database.prepare<
      [number],
      {
        user_id: number | null;
        processing_status: string;
        original_r2_path: string | null;
        use_ambient_background: number;
      }
    >('SELECT user_id, processing_status, original_r2_path, use_ambient_background FROM videos WHERE id = ?'),
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

  /** Counts the item anew, and its owner with it. What waits in `uploads/` counts as it is. */
  function recount(videoId: number): void {
    const row = statements.find.get(videoId);
    if (!row) return;
    files.recountItem(videoId, row.original_r2_path ? folder.sizeOf(row.original_r2_path) : 0);
    if (row.user_id !== null) files.recountStorage(row.user_id);
  }

  /** Puts finished files in place and records them in one turn of the loop; nothing stays on disk unrecorded. */
  function store(videoId: number, rendered: readonly RenderedFile[], record: () => void): void {
    try {
      for (const file of rendered) folder.place(file);
      database.tx(() => {
        files.attach(videoId, rendered);
        record();
        recount(videoId);
      });
    } catch (error) {
      for (const file of rendered)
        if (!files.find(file.sha256)) folder.discard(folder.mediaPath(file.sha256, file.extension));
      throw error;
    }
  }

  return {
    progressOf: (videoId: number): number => progress.get(videoId) ?? 0,
    setProgress: (videoId: number, percent: number): void => void progress.set(videoId, percent),
    clearProgress: (videoId: number): void => void progress.delete(videoId),
    recount,

    /** While nothing is being processed: what a crash interrupted waits again, or is given up after `maxInterruptions`; the latter are answered. */
    takeBackInterrupted(): number[] {
      return database.tx(() => {
        const givenUp = statements.giveUpCrashed.all(failures.crashed.message).map((row) => row.id);
        statements.takeBackInterrupted.run();
        return givenUp;
      });
    },

    /**
     * The next work, in order of arrival; whole items before ambient pictures of finished ones. `withoutAmbient` are
     * items whose ambient picture is not to be tried.
     */
    next(withoutAmbient: readonly number[]): Task | undefined {
      const row = statements.next.get();
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

    begin: (videoId: number): void => void statements.begin.run(clock.now(), videoId),

    /** Back to the queue. A stop in good order does not count as an attempt. */
    takeBack: (videoId: number, counts: boolean): void => void statements.takeBack.run(Number(!counts), videoId),

    /** False when the item was deleted meanwhile: its results are dropped. */
    complete(videoId: number, rendered: Rendered): boolean {
      const row = statements.find.get(videoId);
      const main = rendered.files.find((file) => file.kind === 'main');
      if (row?.processing_status !== 'processing' || !main) return false;
      const wanted = rendered.files.filter((file) => file.kind !== 'ambient' || row.use_ambient_background === 1);
      store(videoId, wanted, () => {
        const { width, height, durationMs } = rendered;
        statements.complete.run({
          id: videoId,
          now: clock.now(),
          path: storageKey(main),
          width,
          height,
          durationMs,
        });
        const original = row.original_r2_path;
        if (original) database.afterCommit(() => folder.discard(folder.path(original)));
      });
      return true;
    },

    /** False when the item was deleted, or no longer wants it. */
    completeAmbient(videoId: number, rendered: Rendered): boolean {
      const row = statements.find.get(videoId);
      if (row?.processing_status !== 'completed' || row.use_ambient_background !== 1) return false;
      store(videoId, rendered.files, () => {});
      return true;
    },

    /** Final failures drop the original and return the quota (see failures.ts). False when the item was deleted meanwhile. */
    fail(videoId: number, code: FailureCode): boolean {
      const row = statements.find.get(videoId);
      if (row?.processing_status !== 'processing') return false;
      const { message, canRetry } = failures[code];
      database.tx(() => {
        statements.fail.run({ id: videoId, message, dropsOriginal: Number(!canRetry) });
        recount(videoId);
        const original = row.original_r2_path;
        if (original && !canRetry) database.afterCommit(() => folder.discard(folder.path(original)));
      });
      return true;
    },

    has: (videoId: number): boolean => statements.find.get(videoId) !== undefined,

    /** Items that wait or are being processed. */
    countWaiting: (): number => statements.countWaiting.get()?.count ?? 0,

    /** Queues a failed item again; false when it has not failed or its original is gone. */
    retry: (videoId: number): boolean => statements.retry.run(videoId).changes > 0,
  };
}
