/** Works off the queue, one item at a time, each in a process of its own (contract/README 3.5). */
import type { Clock } from '../../platform/clock.ts';
import { type FreeSpace } from '../../platform/storage/disk-space.ts';
import { fileSize } from '../../platform/storage/files.ts';
import { removeTree } from '../../platform/storage/writing.ts';
import type { Log } from '../../platform/log.ts';
import type { Job } from './jobs.ts';
import { createProgressNotifier } from './notify.ts';
import { createReporter } from './reporter.ts';
import type { ResultsDeps } from './results.ts';
import { createSettlement } from './settle.ts';
import type { Tools } from './tools.ts';
import { createWorkerRuns, type Outcome } from './worker-runs.ts';

/** Renditions are rarely larger than this part of what was sent, and the rest of the program needs room too. */
const spareBytes = 256 * 1024 ** 2;

/** After an error of the queue itself. */
const startAgainMs = 60_000;

export interface ProcessingDeps extends Omit<ResultsDeps, 'notifyProgress'> {
  tools: Tools;
  freeSpace: () => Promise<FreeSpace>;
  keepOriginals: boolean;
  clock: Clock;
  log: Log;
}

export type Processing = ReturnType<typeof createProcessing>;

export function createProcessing(deps: ProcessingDeps) {
  const { database, media, folder, clock, log } = deps;
  const { queue, progress } = media;
  const notifyProgress = createProgressNotifier(deps.publish);
  const { settle } = createSettlement({ ...deps, notifyProgress });
  const runs = createWorkerRuns(deps);
  let isStopped = true;
  let isWoken = false;
  let working: Promise<void> | undefined;

  async function handle(job: Job): Promise<void> {
    const reporter = createReporter(job, { progress, notifyProgress, clock });
    const isWhole = job.kind !== 'ambient';
    const directory = folder.makeJobDirectory();
    try {
      if (isWhole) {
        queue.begin(job);
        reporter.report(0);
      }
      const neededBytes = ((await fileSize(job.source)) ?? 0) + spareBytes;
      const { freeBytes } = await deps.freeSpace();
      let outcome: Outcome = { type: 'stopped' };
      if (freeBytes < neededBytes) outcome = { type: 'failed', code: 'disk_full', detail: '' };
      else if (!isStopped) outcome = await runs.run(job, directory, isWhole ? reporter.report : () => {});
      reporter.stop();
      settle(job, outcome);
    } finally {
      reporter.stop();
      await removeTree(directory).catch((error: unknown) => log.warn('job directory not removed', { error }));
    }
  }

  async function work(): Promise<void> {
    const givenUp = database.tx(() => queue.takeBackInterrupted());
    if (givenUp.length > 0) log.warn('media given up after repeated crashes', { videoIds: givenUp });
    while (!isStopped) {
      isWoken = false;
      const job = queue.next();
      if (job) {
        await handle(job);
        continue;
      }
      if (!isWoken) return;
    }
  }

  function wake(): void {
    isWoken = true;
    if (isStopped || working) return;
    working = work()
      .catch((error: unknown) => {
        log.error('media processing stopped', { error });
        // A full disk, most likely: the item is still in the queue.
        clock.after(startAgainMs, wake);
      })
      .finally(() => {
        working = undefined;
        if (isWoken) wake();
      });
  }

  return {
    /** Clears `tmp/`, takes up what a crash interrupted, and goes on. */
    async start(): Promise<void> {
      await folder.clearTemporary();
      isStopped = false;
      wake();
    },

    /** To be called after the commit that queued something. */
    wake,

    /** Ends the work on an item that is being deleted. */
    cancel(videoId: number): void {
      runs.cancel((running) => running === videoId);
    },

    /** Likewise when its account was deleted. */
    cancelGone(): void {
      runs.cancel((running) => !queue.has(running));
    },

    /** Tries an ambient picture again that failed before. */
    forgetAmbientFailure: queue.forgetAmbientFailure,

    /** Ends the running job; it goes back to the queue. */
    async stop(): Promise<void> {
      isStopped = true;
      isWoken = false;
      runs.cancel(() => true);
      await working;
    },

    /** Process id of the running worker. */
    workerPid: runs.pid,

    /** Resolves when nothing is left to do. */
    async whenIdle(): Promise<void> {
      while (working) await working;
    },
  };
}
