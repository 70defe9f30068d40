/** Records the outcome of a job: finished, back in the queue, tried again, or failed. */
import type { Log } from '../../../platform/log.ts';
import type { Job } from './jobs.ts';
import { createResults, type ResultsDeps } from './results.ts';
import type { Outcome } from './worker-runs.ts';

/** Maximum number of crashes or timeouts while processing one item; after that it is marked as failed. */
const maxAttempts = 3;

export function createOutcomeRecorder({ log, ...deps }: ResultsDeps & { log: Log }) {
  const { queue } = deps.media;
  const { notifyProgress } = deps;
  const results = createResults(deps);

  return {
    /** True if the outcome of a job still matters. */
    isWanted: results.isWanted,

    record(job: Job, outcome: Outcome): void {
      const { videoId, kind, attempt } = job;
      if (!results.isWanted(job)) return;
      if (outcome.type === 'done') return results.completed(job, outcome.rendered);
      if (outcome.type === 'stopped') return queue.requeue(job, false);
      log.warn('media failed', {
        videoId,
        kind,
        isReplacement: job.isReplacement,
        attempt,
        failure: outcome.code,
        detail: outcome.detail.slice(0, 2000),
      });
      if (kind === 'ambient') return queue.abandonAmbient(videoId);
      const isWorthAnother = outcome.code === 'hung' || (outcome.type === 'ended' && outcome.code === 'crashed');
      if (isWorthAnother && attempt < maxAttempts) {
        queue.requeue(job, true);
        return notifyProgress(job, 'pending', 0);
      }
      results.failed(job, outcome.code);
    },
  };
}
