/** Runs the media worker, one job at a time, within limits, and reports how each run ended. */
import { machine } from '../../../platform/process/processes.ts';
import { type WorkerProcess, startWorker } from '../../../platform/process/workers.ts';
import { joinPath } from '../../../platform/storage/files.ts';
import { type FailureCode, failures } from './failures.ts';
import {
  type CheckRequest,
  isFollowUpJob,
  type Job,
  type RenderResult,
  type WorkerMessage,
  type WorkerRequest,
} from './jobs.ts';
import type { Tools } from './tools.ts';
import { createMutex } from './mutex.ts';

const minuteMs = 60_000;
/** Maximum duration of a run, for a worker that hangs. The worker itself has shorter limits for ffmpeg. */
const timeLimitMs = {
  image: 5 * minuteMs,
  ambient: 2 * minuteMs,
  loudness: 35 * minuteMs,
  logo: minuteMs,
  recording: minuteMs,
  licence: minuteMs,
  track: 60 * minuteMs,
  video: 12 * 60 * minuteMs,
};
const maxMemoryBytes = Math.max(384 * 1024 ** 2, Math.min(2 * 1024 ** 3, machine.memoryBytes * 0.6));

/**
 * How a run ended. `failed`: the worker reported an error; `workerExited`: the worker crashed, or was killed at a limit;
 * `stopped`: the run was cancelled.
 */
export type Outcome =
  | { type: 'done'; rendered: RenderResult }
  | { type: 'failed'; code: FailureCode; detail: string }
  | { type: 'workerExited'; code: FailureCode; detail: string }
  | { type: 'stopped' };

/** Number of images after which a process is ended, because it may leak memory. */
const maxImagesOfProcess = 20;

/**
 * True if an earlier image in the same process may have caused the outcome: the process crashed, or it rejected the file permanently.
 * The job is then repeated in a new process.
 */
function mayBeEarlierJobsFault(outcome: Outcome): boolean {
  if (outcome.type === 'workerExited') return outcome.code === 'crashed' || outcome.code === 'memory';
  return outcome.type === 'failed' && !failures[outcome.code].canRetry;
}

interface MediaProcess {
  kind: Job['kind'];
  worker: WorkerProcess<WorkerRequest>;
  hasEnded: boolean;
  onMessage: (message: WorkerMessage) => void;
  /** Account and number of the images that this process has rendered; undefined for a new process. */
  history?: { userId: number | null; images: number };
}

export function createWorkerRuns({ tools, keepOriginals }: { tools: Tools; keepOriginals: boolean }) {
  /** A process for the next run: either a used one, for images of the same account, or one that was started in advance. */
  let spare: MediaProcess | undefined;
  let current:
    | { job: Job; worker: WorkerProcess<WorkerRequest>; isCancelled: boolean; failure?: FailureCode }
    | undefined;

  function startProcess(kind: Job['kind']): MediaProcess {
    const mediaProcess: MediaProcess = {
      kind,
      hasEnded: false,
      onMessage: () => {},
      worker: startWorker<WorkerRequest, WorkerMessage>('media-worker', {
        timeoutMs: timeLimitMs[kind],
        maxMemoryBytes,
        maxHeapMb: 256,
        onMessage: (message) => mediaProcess.onMessage(message),
      }),
    };
    void mediaProcess.worker.exited.then(() => (mediaProcess.hasEnded = true));
    return mediaProcess;
  }

  function endSpare(): void {
    spare?.worker.kill();
    spare = undefined;
  }

  /** Returns the spare process if its kind, account and state suit the job. Ends a used one that does not suit. */
  function takeSpare({ kind, userId }: Job): MediaProcess | undefined {
    const isUnsuitable = spare?.history && (spare.kind !== kind || spare.history.userId !== userId);
    if (spare?.hasEnded || isUnsuitable) return void endSpare();
    if (spare?.kind !== kind) return undefined;
    const taken = spare;
    spare = undefined;
    return taken;
  }

  /** Keeps a process as the spare one for the account's next image, or ends it. */
  function keepOrKill(mediaProcess: MediaProcess, { kind, userId }: Job): void {
    const images = (mediaProcess.history?.images ?? 0) + 1;
    if (kind !== 'image' || spare || images === maxImagesOfProcess) return mediaProcess.worker.kill();
    mediaProcess.history = { userId, images };
    spare = mediaProcess;
  }

  /** Runs a job in a process. Resolves after the process has ended, or with `done` when it is kept for the next job. */
  async function runIn(
    mediaProcess: MediaProcess,
    job: Job,
    { directory, sizeLimit }: Pick<WorkerRequest, 'directory' | 'sizeLimit'>,
    report: (percent: number) => void,
  ): Promise<Outcome> {
    const { worker } = mediaProcess;
    if (worker.pid === undefined) throw await startError(worker);
    const run: NonNullable<typeof current> = { job, worker, isCancelled: false };
    current = run;
    const response = new Promise<Outcome>((resolve) => {
      mediaProcess.onMessage = (message) => {
        if (message.type === 'progress') report(message.percent);
        else if (message.type !== 'checked') resolve(message);
      };
    });
    const { kind, source, wantsAmbient } = job;
    const keepOriginal = keepOriginals && !isFollowUpJob(job) && kind !== 'track';
    worker.send({ kind, source, directory, wantsAmbient, sizeLimit, keepOriginal, tools });
    const outcome = await Promise.race([response, worker.exited.then(() => undefined)]);
    if (outcome?.type === 'done' && !run.isCancelled && !run.failure) keepOrKill(mediaProcess, job);
    else worker.kill();
    if (spare !== mediaProcess) await worker.exited;
    if (current === run) current = undefined;
    if (run.isCancelled) return { type: 'stopped' };
    if (run.failure) return { type: 'workerExited', code: run.failure, detail: '' };
    if (outcome) return outcome;
    const exit = await worker.exited;
    const code = exit.ending === 'timeout' ? 'timeout' : exit.ending === 'memory' ? 'memory' : 'crashed';
    const detail = `${exit.ending} ${exit.code ?? exit.signal ?? ''} ${exit.stderr}`.trim();
    return { type: 'workerExited', code, detail };
  }

  return {
    /** Starts a spare process for a job of this kind, if there is none. */
    startSpare(kind: Job['kind']): void {
      if (!spare || spare.hasEnded) spare = startProcess(kind);
    },

    endSpare,

    /** Renders a job into `directory`; calls `report` with percent. Rejects when no process can be started. */
    async run(
      job: Job,
      { directory, sizeLimit }: Pick<WorkerRequest, 'directory' | 'sizeLimit'>,
      report: (percent: number) => void,
    ): Promise<Outcome> {
      const tryIn = (mediaProcess: MediaProcess, name: string) =>
        runIn(mediaProcess, job, { directory: joinPath(directory, name), sizeLimit }, report);
      const first = takeSpare(job) ?? startProcess(job.kind);
      const isUsed = first.history !== undefined;
      const outcome = await tryIn(first, 'first');
      return isUsed && mayBeEarlierJobsFault(outcome) ? tryIn(startProcess(job.kind), 'second') : outcome;
    },

    /** Ends the current run with the outcome `stopped`, if `isAffected` returns true for its job. */
    cancel(isAffected: (job: Job) => boolean): void {
      if (!current || !isAffected(current.job)) return;
      current.isCancelled = true;
      current.worker.kill();
    },

    /** Ends the current run with the outcome `workerExited` and this code. */
    fail(failure: FailureCode): void {
      if (!current) return;
      current.failure = failure;
      current.worker.kill();
    },

    pid: (): number | undefined => current?.worker.pid,
  };
}

/** Returns the error for a process that could not be started (no memory or descriptors). The file is not the cause. */
async function startError({ exited }: Pick<WorkerProcess<never>, 'exited'>): Promise<Error> {
  return new Error(`The media worker cannot be started: ${(await exited).stderr}`);
}

const checkLimits = { timeoutMs: 20_000, maxMemoryBytes: 384 * 1024 ** 2, maxHeapMb: 128 };
/** Limits the checks to one at a time. */
const runCheck = createMutex();

/** True if every screen plays this file unchanged. Rejects when no process can be started. */
export function checkPlayable(source: string): Promise<boolean> {
  return runCheck(async () => {
    let isPlayable = false;
    const worker = startWorker<CheckRequest, WorkerMessage>('media-worker', {
      ...checkLimits,
      onMessage(message) {
        if (message.type === 'checked') isPlayable = message.isPlayable;
        worker.kill();
      },
    });
    if (worker.pid === undefined) throw await startError(worker);
    try {
      worker.send({ kind: 'check', source });
      await worker.exited;
    } finally {
      // Without this, a worker that did not get the request would run on.
      worker.kill();
    }
    return isPlayable;
  });
}
