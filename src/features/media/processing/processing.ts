/** Processes the queued items, one image and one video at a time, in worker processes (contract/README 3.5). */
import type { Clock } from '../../../platform/clock.ts';
import type { FreeSpace } from '../../../platform/storage/disk-space.ts';
import { fileSize } from '../../../platform/storage/files.ts';
import { removeTree } from '../../../platform/storage/writing.ts';
import { createDiskRetries } from './disk-retries.ts';
import { isFollowUpJob, type Job, type WorkerRequest } from './jobs.ts';
import { createQueueRunner } from './queue-runner.ts';
import { createOutcomeRecorder, type OutcomeDeps } from './outcomes.ts';
import { createPublishProgress, createProgressReporter } from './progress.ts';
import type { MediaKind } from '../upload/sniff.ts';
import type { Tools } from './tools.ts';
import { createWorkerRuns, type Outcome } from './worker-runs.ts';

/** Free disk space that the rest of the program needs. Below it no job starts, and running jobs are ended. */
const spareBytes = 256 * 1024 ** 2;
const checkDiskEveryMs = 5_000;

export interface ProcessingDeps extends Omit<OutcomeDeps, 'publishProgress' | 'retryLater' | 'retryWithMoreSpace'> {
  tools: Tools;
  freeSpace: () => Promise<FreeSpace>;
  keepOriginals: boolean;
  clock: Clock;
}

export type Processing = ReturnType<typeof createProcessing>;

/** Returns the maximum size of a job's files: the disk's free space, or less if the account's free quota is less. */
function sizeLimitOf(job: Job, freeBytes: number, { media, quotaLeft }: ProcessingDeps): WorkerRequest['sizeLimit'] {
  const disk = Math.max(0, freeBytes - spareBytes);
  if (job.userId === null || job.kind === 'ambient') return { bytes: disk, failure: 'disk_full' };
  const quota = (media.queue.find(job)?.sizeBytes ?? 0) + Math.max(0, quotaLeft(job.userId));
  return quota < disk ? { bytes: quota, failure: 'over_quota' } : { bytes: disk, failure: 'disk_full' };
}

export function createProcessing(deps: ProcessingDeps) {
  const { database, media, folder, clock, log } = deps;
  const { queue, progress } = media;
  const publishProgress = createPublishProgress(deps.publish);
  const diskRetries = createDiskRetries({ ...deps, spareBytes, wake: () => wake() });
  const { record, isWanted } = createOutcomeRecorder({
    ...deps,
    publishProgress,
    retryLater: (delayMs) => void clock.after(delayMs, () => wake()),
    retryWithMoreSpace: diskRetries.schedule,
  });

  /** Returns a queue's next job. If both queues are empty, a video whose loudness is unknown is measured. */
  function nextOf(kind: MediaKind): Job | undefined {
    const next = queue.next(kind);
    if (next || kind === 'image' || !deps.tools.ffmpeg || queue.countWaiting() > 0) return next;
    return queue.nextLoudnessJob();
  }

  /** Images and videos have separate queues, so that photos do not wait for a video. */
  function createMediaQueue(kind: MediaKind, afterIdle = () => {}) {
    const runs = createWorkerRuns(deps);

    async function run(job: Job, directory: string, report: (percent: number) => void): Promise<Outcome> {
      // A measurement writes nothing, and so needs no space on the disk.
      if (job.kind === 'loudness')
        return runs.run(job, { directory, sizeLimit: { bytes: 0, failure: 'disk_full' } }, report);
      const neededBytes = ((await fileSize(job.source)) ?? 0) + spareBytes;
      const { freeBytes } = await deps.freeSpace();
      if (freeBytes < neededBytes) return { type: 'failed', code: 'disk_full', detail: '' };
      // The item or its account may have been deleted meanwhile, or the file replaced.
      if (runner.isStopped() || !isWanted(job)) return { type: 'stopped' };
      const sizeLimit = sizeLimitOf(job, freeBytes, deps);
      const diskCheck = clock.every(checkDiskEveryMs, () => {
        deps.freeSpace().then(
          (space) => void (space.freeBytes < spareBytes && runs.fail('disk_full')),
          () => {},
        );
      });
      const running = runs.run(job, { directory, sizeLimit }, report).finally(() => diskCheck.cancel());
      // A process renders pictures of one account only. If another account's picture waits, its process is started now: the start
      // takes as long as rendering a small photo. Compared with the conversion of a video it is negligible.
      if (kind === 'image' && queue.areOthersWaiting(kind, job.userId)) runs.startSpare(kind);
      return running;
    }

    async function handle(job: Job): Promise<void> {
      const reporter = createProgressReporter(job, { progress, publishProgress, clock });
      const isMainJob = !isFollowUpJob(job);
      const directory = folder.makeJobDirectory();
      try {
        if (isMainJob) {
          queue.begin(job);
          reporter.report(0);
        }
        const outcome = await run(job, directory, isMainJob ? reporter.report : () => {});
        reporter.stop();
        record(job, outcome);
      } finally {
        reporter.stop();
        await removeTree(directory).catch((error: unknown) => log.warn('job directory not removed', { error }));
      }
    }

    const runner = createQueueRunner<Job>({
      prepare() {
        const abandoned = database.tx(() => queue.requeueInterrupted(kind));
        if (abandoned.length > 0) log.warn('media failed after repeated crashes', { videoIds: abandoned });
      },
      next: () => nextOf(kind),
      handle,
      onIdle() {
        runs.endSpare();
        afterIdle();
      },
      clock,
      log,
    });
    return { ...runner, stop: () => runner.stop(() => runs.cancel(() => true)), runs };
  }

  const videos = createMediaQueue('video');
  // Loudness is not measured while images wait: when the image queue is empty, the video queue looks for a measurement again.
  const runners = [createMediaQueue('image', videos.wake), videos];
  const cancel = (isAffected: (job: Job) => boolean) => {
    for (const { runs } of runners) runs.cancel(isAffected);
  };
  const wake = () => {
    // Uploads take precedence; the measurement starts again when no upload is waiting.
    if (queue.countWaiting() > 0) cancel(({ kind }) => kind === 'loudness');
    for (const runner of runners) runner.wake();
  };

  return {
    /** Clears `tmp/`, requeues interrupted jobs, and processes the queues. */
    async start(): Promise<void> {
      await folder.clearTemporary();
      for (const runner of runners) runner.start();
      diskRetries.start();
    },

    /** Looks for queued items. Call it after the commit that queued one. */
    wake,

    /** Ends the running job of an item. */
    cancel: (videoId: number): void => cancel((job) => job.videoId === videoId),

    /** Ends the running jobs of deleted items. Call it after an account was deleted. */
    cancelDeleted: (): void => cancel((job) => !queue.has(job.videoId)),

    /** Allows another attempt at an ambient picture that failed. */
    retryAmbient: queue.retryAmbient,

    /** Ends the running jobs and requeues them. */
    async stop(): Promise<void> {
      diskRetries.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
    },

    workerPid: (): number | undefined => runners.map(({ runs }) => runs.pid()).find((pid) => pid !== undefined),

    async whenIdle(): Promise<void> {
      const working = () => runners.map((runner) => runner.working()).find((work) => work !== undefined);
      for (let work = working(); work; work = working()) await work;
    },
  };
}
