/** Runs scheduled tasks: when it is due, once at a time, and what came of it. */
import { AppError, notFound } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { type Task, type TaskName, taskNames } from '../../contract/tasks.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { TaskFailure } from '../../platform/process/failures.ts';
import type { Schedule } from '../../platform/schedule.ts';
import type { Log } from '../../platform/log.ts';
import type { TaskStore } from './store.ts';

/**
 * Does the work and returns a Portuguese sentence about it. It may take its time, and ends soon after `signal` is
 * aborted. What it throws is the result of a failed run: the sentence of a TaskFailure, otherwise a general one.
 */
export type Work = (signal: AbortSignal) => string | Promise<string>;

export interface TaskSchedule {
  /** Cron expression in the server's time zone. */
  schedule: string;
  work: Work;
  /** Made up for after a start, when the machine was off at its hour. */
  catchesUp?: boolean;
}

export const sentenceOf = (error: unknown): string =>
  error instanceof TaskFailure ? error.message : 'Erro inesperado. Os detalhes estão no registro (log) do servidor.';

interface TasksDeps {
  plans: Record<TaskName, TaskSchedule>;
  store: TaskStore;
  schedule: Schedule;
  publish: Publish;
  database: Database;
  clock: Clock;
  log: Log;
}

export type Tasks = ReturnType<typeof createTasks>;

const interrupted = 'Interrompida: o servidor foi desligado.';
/** A daily task that ran within this time is not made up for. */
const catchUpAfterMs = 26 * 3_600_000;

export function createTasks({ plans, store, schedule, publish, database, clock, log }: TasksDeps) {
  const running = new Map<TaskName, Promise<void>>();
  const stopping = new AbortController();
  let timers: Timer[] = [];

  const describe = (name: TaskName): Task => ({
    name,
    schedule: plans[name].schedule,
    isRunning: running.has(name),
    lastRun: store.last(name),
  });

  /** Runs it to its end. Never throws. Synchronous work is over, and recorded, when this returns. */
  function run(name: TaskName): Promise<void> {
    const startedAt = clock.now();
    const begin = clock.monotonic();
    const end = (succeeded: boolean, result: string) => {
      running.delete(name);
      const durationMs = Math.round(clock.monotonic() - begin);
      log[succeeded ? 'debug' : 'error']('task ended', { task: name, succeeded, durationMs, result });
      try {
        database.tx(() => {
          store.save({ name, startedAt, durationMs, succeeded, result });
          publish('managers', { type: 'adminChanged', what: 'settings' });
        });
      } catch (error) {
        // A full disk, most likely: the work itself is done.
        log.error('task not recorded', { task: name, error });
      }
    };
    const fail = (error: unknown) => {
      if (stopping.signal.aborted) return end(false, interrupted);
      log.error('task failed', { task: name, error });
      end(false, sentenceOf(error));
    };
    try {
      const outcome = plans[name].work(stopping.signal);
      if (typeof outcome !== 'string') {
        const done = outcome.then((sentence) => end(true, sentence), fail);
        running.set(name, done);
        return done;
      }
      end(true, outcome);
    } catch (error) {
      fail(error);
    }
    return Promise.resolve();
  }

  const isFree = (name: TaskName) => !running.has(name) && !stopping.signal.aborted;

  /** After a start: what should have run while the machine was off, one after the other. */
  async function catchUp(): Promise<void> {
    for (const name of taskNames) {
      if (!plans[name].catchesUp || !isFree(name)) continue;
      const last = store.lastSuccessAt(name);
      if (last === null || clock.now() - last > catchUpAfterMs) await run(name);
    }
  }

  return {
    list: (): Task[] => taskNames.map(describe),
    find: describe,
    /** Milliseconds since 1970; null before the first good run. */
    lastSuccessAt: (name: TaskName): number | null => store.lastSuccessAt(name),

    /** Runs it now; resolves at its end. Never rejects. Does nothing while it runs already. */
    async run(name: TaskName): Promise<void> {
      if (isFree(name)) await run(name);
      else await running.get(name);
    },

    /** Begins a run; returns the task as it is then. Throws not_found, and conflict while it runs. */
    begin(name: string): Task {
      const known = taskNames.find((candidate) => candidate === name);
      if (!known) throw notFound('task');
      if (!isFree(known)) throw new AppError('conflict', 'Esta tarefa já está em andamento.');
      void run(known);
      return describe(known);
    },

    start(): void {
      const due = (name: TaskName) => () => void (isFree(name) && run(name));
      timers = [
        ...taskNames.map((name) => schedule.cron(plans[name].schedule, due(name))),
        schedule.catchUp(() => void catchUp()),
      ];
    },

    /** No run begins any more; resolves when those under way have ended. */
    async stop(): Promise<void> {
      for (const timer of timers) timer.cancel();
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
