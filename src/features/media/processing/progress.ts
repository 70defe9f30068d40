/** Progress of the items being processed, in memory: not worth a write, so memory keeps it. */

import type { Job } from './jobs.ts';

export type Progress = ReturnType<typeof createProgress>;

/** Percent of items, by their id. */
export function createProgress() {
  const jobs = new Map<number, { job: Job; percent: number }>();
  return {
    /** 0 for an item that is not being processed. */
    of: (videoId: number): number => jobs.get(videoId)?.percent ?? 0,
    set: (job: Job, percent: number): void => void jobs.set(job.videoId, { job, percent }),
    /** Clears the job's progress, unless another job of the same item has reported meanwhile. */
    clear: (job: Job): void => void (jobs.get(job.videoId)?.job === job && jobs.delete(job.videoId)),
  };
}
