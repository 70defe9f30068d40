/** Records the outcome of a job: moves files into place, then updates the item and publishes messages in one transaction. */
import type { Publish } from '../../../contract/events.ts';
import type { Log } from '../../../platform/log.ts';
import { storageKey } from '../../../platform/storage/data-folder.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { PlaylistStore } from '../../playlists/store.ts';
import type { MediaFolder } from '../library/folder.ts';
import { createListNotifier } from '../library/notify.ts';
import type { MediaStore } from '../library/store.ts';
import { type FailureCode, failures } from './failures.ts';
import { isFollowUpJob, type Job, type RenderResult, type RenderedFile } from './jobs.ts';
import type { PublishProgress } from './progress.ts';
import type { Outcome } from './worker-runs.ts';

/** If the worker crashes or the converter hangs, the item is tried again until it has had this number of attempts. */
const maxAttempts = 3;

export interface OutcomeDeps {
  media: MediaStore;
  folder: MediaFolder;
  playlists: Pick<PlaylistStore, 'idsShowing' | 'invalidate'>;
  publishProgress: PublishProgress;
  /** Returns the bytes that an account may still use. */
  quotaLeft: (userId: number) => number;
  publish: Publish;
  /** Looks for jobs again after `delayMs`. */
  retryLater: (delayMs: number) => void;
  /** Requeues items that failed because the disk was full, once their files fit. */
  retryWithMoreSpace: () => void;
  database: Database;
  log: Log;
}

export function createOutcomeRecorder(deps: OutcomeDeps) {
  const { media, folder, playlists, quotaLeft, publishProgress, publish, database, log } = deps;
  const { retryLater, retryWithMoreSpace } = deps;
  const { queue, files } = media;
  const notifyLists = createListNotifier({ publish, database, media });

  function storeFiles(job: Job, rendered: readonly RenderedFile[], record: () => void): void {
    const { videoId } = job;
    files.placeAndRecord(rendered, () => {
      record();
      files.recount(videoId);
      playlists.invalidate(playlists.idsShowing(videoId));
      if (!isFollowUpJob(job)) publishProgress(job, 'completed', 100);
      notifyLists([videoId]);
    });
  }

  /** Marks an item or replacement as failed. If it cannot be retried (failures.ts), discards the original and frees its quota. */
  function fail(job: Job, code: FailureCode): void {
    const item = queue.findRunning(job);
    if (!item) return;
    const { message, canRetry } = failures[code];
    database.tx(() => {
      queue.fail(job, message, { keepsOriginal: canRetry });
      files.recount(job.videoId);
      if (!canRetry) files.discardLater(item.original);
      publishProgress(job, 'failed', 0, message);
      notifyLists([job.videoId], { concernsFailedItems: !job.isReplacement });
    });
    if (code === 'disk_full') retryWithMoreSpace();
  }

  /** Records a measurement, and notifies the item's screens if it has a value. */
  function recordLoudness(videoId: number, loudness: number | null): void {
    database.tx(() => {
      queue.setLoudness(videoId, loudness);
      if (loudness !== null) playlists.invalidate(playlists.idsShowing(videoId));
    });
  }

  function complete(job: Job, rendered: RenderResult): void {
    if (job.kind === 'loudness') return recordLoudness(job.videoId, rendered.loudness ?? null);
    if (job.kind === 'ambient') return storeFiles(job, rendered.files, () => files.attach(job.videoId, rendered.files));
    const item = queue.findRunning(job);
    const main = rendered.files.find((file) => file.kind === 'main');
    if (!item || !main) return;
    const neededFiles = rendered.files.filter((file) => file.kind !== 'ambient' || item.wantsAmbient);
    const totalBytes = neededFiles.reduce((sum, file) => sum + file.sizeBytes, 0);
    // The account's other uploads may have used its quota meanwhile.
    if (job.userId !== null && totalBytes > item.sizeBytes + Math.max(0, quotaLeft(job.userId)))
      return fail(job, 'over_quota');
    storeFiles(job, neededFiles, () => {
      files.attachAll(job.videoId, neededFiles);
      queue.complete(job, storageKey(main), rendered);
      files.discardLater(item.original);
    });
  }

  /** True if the item still needs the follow-up job for this file, which may have been replaced meanwhile. */
  function wantsFollowUp(job: Job): boolean {
    const item = queue.find(job);
    if (item?.status !== 'completed' || (job.kind === 'ambient' && !item.wantsAmbient)) return false;
    const main = files.ofKind(job.videoId, 'main');
    const file = job.kind === 'ambient' ? (files.ofKind(job.videoId, 'poster') ?? main) : main;
    return file !== undefined && folder.mediaPath(file.sha256, file.extension) === job.source;
  }

  /** False if the item was deleted or the job's source was replaced. The job's outcome is then ignored. */
  const isWanted = (job: Job): boolean =>
    isFollowUpJob(job) ? wantsFollowUp(job) : queue.findRunning(job) !== undefined;

  return {
    isWanted,

    record(job: Job, outcome: Outcome): void {
      const { videoId, kind, isReplacement, attempt } = job;
      if (!isWanted(job)) return;
      if (outcome.type === 'done') return complete(job, outcome.rendered);
      if (outcome.type === 'stopped') return queue.requeue(job, false);
      const { code, detail } = outcome;
      log.warn('media failed', {
        ...{ videoId, kind, isReplacement, attempt },
        ...{ failure: code, detail: detail.slice(0, 2000) },
      });
      if (kind === 'ambient') return queue.abandonAmbient(videoId);
      if (kind === 'loudness') return retryLater(queue.postponeMeasurement(videoId));
      const isRetriable = code === 'hung' || (outcome.type === 'workerExited' && code === 'crashed');
      if (!isRetriable || attempt >= maxAttempts) return fail(job, code);
      queue.requeue(job, true);
      publishProgress(job, 'pending', 0);
    },
  };
}
