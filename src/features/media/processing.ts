/** Works off the queue, one item at a time, each in a process of its own (DESIGN section 3, Processing). */
import type { Publish } from '../../contract/events.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { FreeSpace } from '../../platform/storage/disk-space.ts';
import { fileSize } from '../../platform/storage/files.ts';
import { removeTree } from '../../platform/storage/writing.ts';
import type { Log } from '../../platform/log.ts';
import { machine } from '../../platform/process/processes.ts';
import { startWorker, type WorkerProcess } from '../../platform/process/workers.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import { type FailureCode, failures } from './failures.ts';
import type { MediaFolder } from './folder.ts';
import type { Job, Rendered, WorkerMessage } from './jobs.ts';
import { maxAttempts, type Task } from './queue-store.ts';
import { createListNews } from './news.ts';
import type { MediaStore } from './store.ts';
import type { Tools } from './tools.ts';

const minute = 60_000;
/** The worker itself watches ffmpeg more closely; this is for a worker that hangs. */
const timeLimitMs = { image: 5 * minute, ambient: 2 * minute, video: 12 * 60 * minute };
const maxMemoryBytes = Math.max(384 * 1024 ** 2, Math.min(2 * 1024 ** 3, machine.memoryBytes * 0.6));
const progressEveryMs = 500;
/** Renditions are rarely larger than this part of what was sent, and the rest of the program needs room too. */
const spareBytes = 256 * 1024 ** 2;

export interface ProcessingDeps {
  database: Database;
  media: MediaStore;
  folder: MediaFolder;
  playlists: Pick<PlaylistStore, 'idsShowing' | 'changed'>;
  tools: Tools;
  freeSpace: () => Promise<FreeSpace>;
  keepOriginals: boolean;
  publish: Publish;
  clock: Clock;
  log: Log;
}

type Outcome =
  | { type: 'done'; rendered: Rendered }
  | { type: 'failed'; code: FailureCode; detail: string }
  | { type: 'ended'; code: FailureCode; detail: string }
  | { type: 'stopped' };

export type Processing = ReturnType<typeof createProcessing>;

export function createProcessing(deps: ProcessingDeps) {
  const { database, media, folder, playlists, tools, publish, clock, log } = deps;
  const { queue } = media;
  /** Lists show another size, thumbnail or state. */
  const announceList = createListNews(publish, media);
  /** Finished items whose ambient picture could not be made: not tried again before the next start. */
  const withoutAmbient = new Set<number>();
  let isStopped = true;
  let isWoken = false;
  let working: Promise<void> | undefined;
  let current: { videoId: number; worker: WorkerProcess<Job>; isCancelled: boolean } | undefined;

  function announce(
    task: Task,
    status: 'pending' | 'processing' | 'completed' | 'failed',
    percent: number,
    error: string | null = null,
  ): void {
    publish(task.userId === null ? 'managers' : `user:${task.userId}`, {
      type: 'mediaProgress',
      videoId: task.videoId,
      status,
      progress: Math.floor(percent),
      error,
    });
  }

  /** At most two messages a second, the last one always. */
  function createReporter(task: Task) {
    let sentAt = Number.NEGATIVE_INFINITY;
    let waiting: Timer | undefined;
    const send = () => {
      waiting = undefined;
      sentAt = clock.monotonic();
      announce(task, 'processing', queue.progressOf(task.videoId));
    };
    return {
      report(percent: number) {
        queue.setProgress(task.videoId, Math.floor(percent));
        const waitMs = sentAt + progressEveryMs - clock.monotonic();
        if (waitMs <= 0) send();
        else waiting ??= clock.after(waitMs, send);
      },
      stop() {
        waiting?.cancel();
        queue.clearProgress(task.videoId);
      },
    };
  }

  /** One run of the worker. Never rejects. */
  async function render(task: Task, directory: string, report: (percent: number) => void): Promise<Outcome> {
    let outcome: Outcome | undefined;
    const worker = startWorker<Job, WorkerMessage>('media-worker', {
      timeoutMs: timeLimitMs[task.kind],
      maxMemoryBytes,
      maxHeapMb: 256,
      onMessage(message) {
        if (message.type === 'progress') return report(message.percent);
        outcome = message;
        worker.kill();
      },
    });
    const mine = { videoId: task.videoId, worker, isCancelled: false };
    current = mine;
    const { kind, source, wantsAmbient } = task;
    worker.send({
      kind,
      source,
      directory,
      wantsAmbient,
      keepOriginal: deps.keepOriginals && kind !== 'ambient',
      tools,
    });
    const exit = await worker.exited;
    current = undefined;
    if (mine.isCancelled) return { type: 'stopped' };
    if (outcome) return outcome;
    const code = exit.ending === 'timeout' ? 'timeout' : exit.ending === 'memory' ? 'memory' : 'crashed';
    return { type: 'ended', code, detail: `${exit.ending} ${exit.code ?? exit.signal ?? ''} ${exit.stderr}`.trim() };
  }

  async function handle(task: Task): Promise<void> {
    const reporter = createReporter(task);
    const isWhole = task.kind !== 'ambient';
    const directory = folder.makeJobDirectory();
    try {
      if (isWhole) {
        queue.begin(task.videoId);
        reporter.report(0);
      }
      const neededBytes = ((await fileSize(task.source)) ?? 0) + spareBytes;
      const { freeBytes } = await deps.freeSpace();
      let outcome: Outcome = { type: 'stopped' };
      if (freeBytes < neededBytes) outcome = { type: 'failed', code: 'disk_full', detail: '' };
      else if (!isStopped) outcome = await render(task, directory, isWhole ? reporter.report : () => {});
      reporter.stop();
      settle(task, outcome);
    } finally {
      reporter.stop();
      await removeTree(directory).catch((error: unknown) => log.warn('job directory not removed', { error }));
    }
  }

  function settle(task: Task, outcome: Outcome): void {
    const { videoId } = task;
    if (outcome.type === 'done') return complete(task, outcome.rendered);
    if (outcome.type === 'stopped') return queue.takeBack(videoId, false);
    log.warn('media failed', {
      videoId,
      kind: task.kind,
      attempt: task.attempt,
      failure: outcome.code,
      detail: outcome.detail.slice(0, 2000),
    });
    if (task.kind === 'ambient') return void withoutAmbient.add(videoId);
    if (outcome.type === 'ended' && outcome.code === 'crashed' && task.attempt < maxAttempts) {
      queue.takeBack(videoId, true);
      return announce(task, 'pending', 0);
    }
    fail(task, outcome.code);
  }

  function fail(task: Task, code: FailureCode): void {
    database.tx(() => {
      if (!queue.fail(task.videoId, code)) return;
      announce(task, 'failed', 0, failures[code].message);
      announceList(task.videoId, { isOrWasFailed: true });
    });
  }

  function complete(task: Task, rendered: Rendered): void {
    database.tx(() => {
      const isStored =
        task.kind === 'ambient'
          ? queue.completeAmbient(task.videoId, rendered)
          : queue.complete(task.videoId, rendered);
      if (!isStored) return;
      playlists.changed(playlists.idsShowing(task.videoId));
      if (task.kind !== 'ambient') announce(task, 'completed', 100);
      announceList(task.videoId);
    });
  }

  async function work(): Promise<void> {
    const givenUp = queue.takeBackInterrupted();
    if (givenUp.length > 0) log.warn('media given up after repeated crashes', { videoIds: givenUp });
    while (!isStopped) {
      isWoken = false;
      const task = queue.next([...withoutAmbient]);
      if (task) {
        await handle(task);
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
        clock.after(minute, wake);
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
      if (current?.videoId !== videoId) return;
      current.isCancelled = true;
      current.worker.kill();
    },

    /** Likewise when its account was deleted. */
    cancelGone(): void {
      if (!current || queue.has(current.videoId)) return;
      current.isCancelled = true;
      current.worker.kill();
    },

    /** Tries an ambient picture again that failed before. */
    forgetAmbientFailure: (videoId: number): void => void withoutAmbient.delete(videoId),

    /** Ends the running job; it goes back to the queue. */
    async stop(): Promise<void> {
      isStopped = true;
      isWoken = false;
      if (current) {
        current.isCancelled = true;
        current.worker.kill();
      }
      await working;
    },

    /** Process id of the running worker. */
    workerPid: () => current?.worker.pid,

    /** Resolves when nothing is left to do. */
    async whenIdle(): Promise<void> {
      while (working) await working;
    },
  };
}
