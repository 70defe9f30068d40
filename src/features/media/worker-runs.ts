/** Runs of the media worker, one at a time: what it is asked, its limits, and how a run ended. */
import { machine } from '../../platform/process/processes.ts';
import { type WorkerProcess, startWorker } from '../../platform/process/workers.ts';
import type { FailureCode } from './failures.ts';
import type { CheckRequest, Job, Rendered, WorkerMessage, WorkerRequest } from './jobs.ts';
import type { Tools } from './tools.ts';
import { createTurns } from './turns.ts';

const minute = 60_000;
/** The worker itself watches ffmpeg more closely; this is for a worker that hangs. */
const timeLimitMs = {
  image: 5 * minute,
  ambient: 2 * minute,
  logo: minute,
  recording: minute,
  video: 12 * 60 * minute,
};
const maxMemoryBytes = Math.max(384 * 1024 ** 2, Math.min(2 * 1024 ** 3, machine.memoryBytes * 0.6));

export type Outcome =
  | { type: 'done'; rendered: Rendered }
  | { type: 'failed'; code: FailureCode; detail: string }
  | { type: 'ended'; code: FailureCode; detail: string }
  | { type: 'stopped' };

interface Waiting {
  kind: Job['kind'];
  worker: WorkerProcess<WorkerRequest>;
  isOver: boolean;
  onMessage: (message: WorkerMessage) => void;
}

export function createWorkerRuns({ tools, keepOriginals }: { tools: Tools; keepOriginals: boolean }) {
  /** Started ahead, while another one was at work: its start costs as much as a small photo. It has done nothing yet. */
  let ahead: Waiting | undefined;
  let current:
    | { videoId: number; worker: WorkerProcess<WorkerRequest>; isCancelled: boolean; why?: FailureCode }
    | undefined;

  function startWaiting(kind: Job['kind']): Waiting {
    const waiting: Waiting = {
      kind,
      isOver: false,
      onMessage: () => {},
      worker: startWorker<WorkerRequest, WorkerMessage>('media-worker', {
        timeoutMs: timeLimitMs[kind],
        maxMemoryBytes,
        maxHeapMb: 256,
        onMessage: (message) => waiting.onMessage(message),
      }),
    };
    void waiting.worker.exited.then(() => (waiting.isOver = true));
    return waiting;
  }

  /** Undefined when there is none with the limits of this kind, or when it died meanwhile. */
  function takeAhead(kind: Job['kind']): Waiting | undefined {
    if (ahead?.kind !== kind) return undefined;
    const taken = ahead;
    ahead = undefined;
    return taken.isOver ? undefined : taken;
  }

  return {
    /** Starts the process of the next run of this kind, if there is none yet: still one for each job. */
    startAhead(kind: Job['kind']): void {
      if (!ahead || ahead.isOver) ahead = startWaiting(kind);
    },

    /** Nothing more is to come. */
    endAhead(): void {
      ahead?.worker.kill();
      ahead = undefined;
    },

    /** Renders into `directory`; `report` hears percent. Never rejects. */
    async run(
      job: Job,
      { directory, room }: Pick<WorkerRequest, 'directory' | 'room'>,
      report: (percent: number) => void,
    ): Promise<Outcome> {
      let outcome: Outcome | undefined;
      const waiting = takeAhead(job.kind) ?? startWaiting(job.kind);
      const { worker } = waiting;
      waiting.onMessage = (message) => {
        if (message.type === 'progress') return report(message.percent);
        if (message.type === 'checked') return;
        outcome = message;
        worker.kill();
      };
      const mine: NonNullable<typeof current> = { videoId: job.videoId, worker, isCancelled: false };
      current = mine;
      const { kind, source, wantsAmbient } = job;
      worker.send({
        kind,
        source,
        directory,
        wantsAmbient,
        room,
        keepOriginal: keepOriginals && kind !== 'ambient',
        tools,
      });
      const exit = await worker.exited;
      current = undefined;
      if (mine.isCancelled) return { type: 'stopped' };
      if (mine.why) return { type: 'ended', code: mine.why, detail: '' };
      if (outcome) return outcome;
      const code = exit.ending === 'timeout' ? 'timeout' : exit.ending === 'memory' ? 'memory' : 'crashed';
      return { type: 'ended', code, detail: `${exit.ending} ${exit.code ?? exit.signal ?? ''} ${exit.stderr}`.trim() };
    },

    /** Ends the run that is under way when its item is one of those; its outcome is `stopped`. */
    cancel(isMeant: (videoId: number) => boolean): void {
      if (!current || !isMeant(current.videoId)) return;
      current.isCancelled = true;
      current.worker.kill();
    },

    /** Ends the run that is under way, as failed. */
    fail(why: FailureCode): void {
      if (!current) return;
      current.why = why;
      current.worker.kill();
    },

    /** Process id of the running worker. */
    pid: (): number | undefined => current?.worker.pid,
  };
}

const checkLimits = { timeoutMs: 20_000, maxMemoryBytes: 384 * 1024 ** 2, maxHeapMb: 128 };
/** One that could not be started must not fail all that come after it. */
const checkInTurn = createTurns();

/** Whether every screen plays this file as it is. One at a time; false also for what cannot be read within its limits. */
export function checkPlayable(source: string): Promise<boolean> {
  return checkInTurn(async () => {
    let isPlayable = false;
    const worker = startWorker<CheckRequest, WorkerMessage>('media-worker', {
      ...checkLimits,
      onMessage(message) {
        if (message.type === 'checked') isPlayable = message.isPlayable;
        worker.kill();
      },
    });
    try {
      worker.send({ kind: 'check', source });
      await worker.exited;
    } finally {
      // What could not be sent is never answered.
      worker.kill();
    }
    return isPlayable;
  });
}
