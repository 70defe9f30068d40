/** Runs the jobs of one queue one after the other. After an error the queue pauses, each time longer. */
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';

/** Pauses after an exception, which is most likely due to a full disk: doubled each time, up to the longest. */
const pauses = { firstMs: 1_000, longestMs: 5 * 60_000 };

export interface QueueRunnerDeps<QueueJob> {
  /** Requeues interrupted jobs. Called before the first job, and again after an error. */
  prepare: () => void;
  next: () => QueueJob | undefined;
  handle: (job: QueueJob) => Promise<void>;
  /** Called when no job runs: the queue is empty, paused after an error, or stopped. */
  onIdle: () => void;
  clock: Clock;
  log: Log;
}

export function createQueueRunner<QueueJob>({ prepare, next, handle, onIdle, clock, log }: QueueRunnerDeps<QueueJob>) {
  let isStopped = true;
  let isWoken = false;
  let isPrepared = false;
  let failures = 0;
  let pause: Timer | undefined;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    // Let the caller of `wake` finish first.
    await Promise.resolve();
    while (!isStopped) {
      isWoken = false;
      if (!isPrepared) prepare();
      isPrepared = true;
      const job = next();
      if (job !== undefined) {
        await handle(job);
        failures = 0;
      } else if (!isWoken) return;
    }
  }

  function wake(): void {
    isWoken = true;
    if (isStopped || working || pause) return;
    working = work()
      .catch((error: unknown) => {
        const waitMs = Math.min(pauses.longestMs, pauses.firstMs * 2 ** failures);
        failures += 1;
        isPrepared = false;
        log.error('media processing stopped', { error });
        if (isStopped) return;
        pause = clock.after(waitMs, () => {
          pause = undefined;
          wake();
        });
      })
      .finally(() => {
        working = undefined;
        onIdle();
        if (isWoken) wake();
      });
  }

  return {
    start(): void {
      isStopped = false;
      wake();
    },
    wake,
    /** Calls `endJob`, which must end the running job, and resolves when the job has ended. */
    async stop(endJob: () => void): Promise<void> {
      isStopped = true;
      isWoken = false;
      isPrepared = false;
      pause?.cancel();
      pause = undefined;
      endJob();
      await working;
    },
    isStopped: () => isStopped,
    /** Returns a promise of the current work; undefined when the queue is empty or paused after an error. */
    working: () => working,
  };
}
