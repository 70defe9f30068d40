/** Runs the jobs of one queue, one after the other, until there are none; after an error it waits, longer each time. */
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';

/** After an error of the queue itself, a full disk most likely: then twice as long, up to the last. */
const waits = { firstMs: 1_000, longestMs: 5 * 60_000 };

export interface QueueRunnerDeps<QueueJob> {
  /** Runs before the first job, and again after an error: takes back what was under way. */
  prepare: () => void;
  next: () => QueueJob | undefined;
  handle: (job: QueueJob) => Promise<void>;
  /** Runs when nothing is under way for now: no job is left, an error makes it wait, or it was stopped. */
  rest: () => void;
  clock: Clock;
  log: Log;
}

export function createQueueRunner<QueueJob>({ prepare, next, handle, rest, clock, log }: QueueRunnerDeps<QueueJob>) {
  let isStopped = true;
  let isWoken = false;
  let isPrepared = false;
  let failures = 0;
  let pause: Timer | undefined;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    // Whoever wakes it is done with his own turn first.
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
        const waitMs = Math.min(waits.longestMs, waits.firstMs * 2 ** failures);
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
        rest();
        if (isWoken) wake();
      });
  }

  return {
    start(): void {
      isStopped = false;
      wake();
    },
    wake,
    /** `endJob` ends the running job; resolves when it is over. */
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
    /** Undefined while there is nothing to do, and while it waits after an error. */
    working: () => working,
  };
}
