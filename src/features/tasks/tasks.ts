/** Runs the scheduled tasks, never two runs of one task at a time, and stores the result of each task's last run. */
import { AppError, notFound } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { type Task, type TaskName, taskNames } from '../../contract/tasks.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { TaskFailure } from '../../platform/process/failures.ts';
import type { Scheduler } from '../../platform/scheduler.ts';
import type { Log } from '../../platform/log.ts';
import type { TaskStore } from './store.ts';

/**
 * Does the work and returns a Portuguese sentence about it. It may take long, but ends soon after `signal` is aborted. A run
 * fails if an error is thrown; its result is then the sentence of the TaskFailure, or a general sentence for any other error.
 */
export type Work = (signal: AbortSignal) => string | Promise<string>;

export interface TaskSchedule {
  /** Cron expression in the server's time zone. */
  schedule: string;
  work: Work;
  /** True if a run that was missed while the server was off is made after the server's start. */
  catchesUp?: boolean;
}

export const failureSentence = (error: unknown): string =>
  error instanceof TaskFailure ? error.message : 'Erro inesperado. Os detalhes estão no registro (log) do servidor.';

interface TasksDeps {
  taskSchedules: Record<TaskName, TaskSchedule>;
  store: TaskStore;
  schedule: Scheduler;
  publish: Publish;
  database: Database;
  clock: Clock;
  log: Log;
}

export type Tasks = ReturnType<typeof createTasks>;

const interrupted = 'Interrompida: o servidor foi desligado.';
/** Age of the last successful run above which a daily task counts as missed. */
const catchUpAfterMs = 26 * 3_600_000;

export function createTasks(deps: TasksDeps) {
  const { taskSchedules, store, schedule: scheduler, publish, database, clock, log } = deps;
  const running = new Map<TaskName, Promise<void>>();
  const stopController = new AbortController();
  let timers: Timer[] = [];

  const describe = (name: TaskName): Task => ({
    name,
    schedule: taskSchedules[name].schedule,
    isRunning: running.has(name),
    lastRun: store.last(name),
  });

  /** Runs the task; resolves at its end, never rejects. Synchronous work has ended and is recorded when this function returns. */
  function run(name: TaskName): Promise<void> {
    const startedAt = clock.now();
    const startedMonotonic = clock.monotonic();
    const end = (succeeded: boolean, result: string) => {
      running.delete(name);
      const durationMs = Math.round(clock.monotonic() - startedMonotonic);
      log[succeeded ? 'debug' : 'error']('task ended', { task: name, succeeded, durationMs, result });
      try {
        database.tx(() => {
          store.save({ name, startedAt, durationMs, succeeded, result });
          publish('managers', { type: 'adminChanged', what: 'settings' });
        });
      } catch (error) {
        // The disk is probably full. The work itself is done.
        log.error('task not recorded', { task: name, error });
      }
    };
    const fail = (error: unknown) => {
      if (stopController.signal.aborted) return end(false, interrupted);
      log.error('task failed', { task: name, error });
      end(false, failureSentence(error));
    };
    try {
      const outcome = taskSchedules[name].work(stopController.signal);
      if (typeof outcome !== 'string') {
        const finished = outcome.then((sentence) => end(true, sentence), fail);
        running.set(name, finished);
        return finished;
      }
      end(true, outcome);
    } catch (error) {
      fail(error);
    }
    return Promise.resolve();
  }

  const canRun = (name: TaskName) => !running.has(name) && !stopController.signal.aborted;

  /** Runs the tasks that were missed while the server was off, one after the other. */
  async function catchUp(): Promise<void> {
    for (const name of taskNames) {
      if (!taskSchedules[name].catchesUp || !canRun(name)) continue;
      const last = store.lastSuccessAt(name);
      if (last === null || clock.now() - last > catchUpAfterMs) await run(name);
    }
  }

  return {
    list: (): Task[] => taskNames.map(describe),
    find: describe,
    /** Returns the start of the last successful run in milliseconds since 1970; null if no run has succeeded. */
    lastSuccessAt: (name: TaskName): number | null => store.lastSuccessAt(name),

    /** Runs the task now, or waits for its current run; resolves at the end. Never rejects. */
    async run(name: TaskName): Promise<void> {
      if (canRun(name)) await run(name);
      else await running.get(name);
    },

    /** Starts a run and returns the task without waiting for its end. Throws not_found, or conflict while the task is running. */
    begin(name: string): Task {
      const taskName = taskNames.find((candidate) => candidate === name);
      if (!taskName) throw notFound('task');
      if (!canRun(taskName)) throw new AppError('conflict', 'Esta tarefa já está em andamento.');
      void run(taskName);
      return describe(taskName);
    },

    start(): void {
      const runIfPossible = (name: TaskName) => () => void (canRun(name) && run(name));
      timers = [
        ...taskNames.map((name) => scheduler.cron(taskSchedules[name].schedule, runIfPossible(name))),
        scheduler.catchUp(() => void catchUp()),
      ];
    },

    /** Starts no further runs and aborts the current ones; resolves when these have ended. */
    async stop(): Promise<void> {
      for (const timer of timers) timer.cancel();
      stopController.abort();
      await Promise.all(running.values());
    },
  };
}
