/** Publishes the progress of items that are being processed, and stores it in memory only. */
import type { Publish } from '../../../contract/events.ts';
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Job } from './jobs.ts';

const publishEveryMs = 500;

export type Progress = ReturnType<typeof createProgress>;
export type PublishProgress = ReturnType<typeof createPublishProgress>;

/** Stores the progress of items in percent. */
export function createProgress() {
  const jobs = new Map<number, { job: Job; percent: number }>();
  return {
    /** Returns 0 for an item that is not being processed. */
    of: (videoId: number): number => jobs.get(videoId)?.percent ?? 0,
    set: (job: Job, percent: number): void => void jobs.set(job.videoId, { job, percent }),
    /** Clears the job's progress, unless another job of the same item has reported meanwhile. */
    clear: (job: Job): void => void (jobs.get(job.videoId)?.job === job && jobs.delete(job.videoId)),
  };
}

/** Returns a function that publishes progress to the item's owner, or to managers for a platform item. `percent`: 0 to 100. */
export function createPublishProgress(publish: Publish) {
  return (
    { videoId, userId, isReplacement }: Job,
    status: 'pending' | 'processing' | 'completed' | 'failed',
    percent: number,
    error: string | null = null,
  ): void =>
    publish(userId === null ? 'managers' : `user:${userId}`, {
      type: 'mediaProgress',
      videoId,
      isReplacement,
      status,
      progress: Math.floor(percent),
      error,
    });
}

/** Stores and publishes one job's progress. Sends at most two messages a second; a delayed message has the newest value. */
export function createProgressReporter(
  job: Job,
  { progress, publishProgress, clock }: { progress: Progress; publishProgress: PublishProgress; clock: Clock },
) {
  let sentAt = Number.NEGATIVE_INFINITY;
  let waiting: Timer | undefined;
  const send = () => {
    waiting = undefined;
    sentAt = clock.monotonic();
    publishProgress(job, 'processing', progress.of(job.videoId));
  };
  return {
    report(percent: number) {
      progress.set(job, Math.floor(percent));
      const waitMs = sentAt + publishEveryMs - clock.monotonic();
      if (waitMs <= 0) send();
      else waiting ??= clock.after(waitMs, send);
    },
    stop() {
      waiting?.cancel();
      progress.clear(job);
    },
  };
}
