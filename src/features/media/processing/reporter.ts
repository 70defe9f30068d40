/** Tells the progress of one job: at most two messages a second, the last one always. */
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Job } from './jobs.ts';
import type { ProgressNotifier } from '../library/notify.ts';
import type { Progress } from './progress.ts';

const notifyEveryMs = 500;

export interface ReporterDeps {
  progress: Progress;
  notifyProgress: ProgressNotifier;
  clock: Clock;
}

export function createReporter(job: Job, { progress, notifyProgress, clock }: ReporterDeps) {
  let sentAt = Number.NEGATIVE_INFINITY;
  let waiting: Timer | undefined;
  const send = () => {
    waiting = undefined;
    sentAt = clock.monotonic();
    notifyProgress(job, 'processing', progress.of(job.videoId));
  };
  return {
    report(percent: number) {
      progress.set(job, Math.floor(percent));
      const waitMs = sentAt + notifyEveryMs - clock.monotonic();
      if (waitMs <= 0) send();
      else waiting ??= clock.after(waitMs, send);
    },
    stop() {
      waiting?.cancel();
      progress.clear(job);
    },
  };
}
