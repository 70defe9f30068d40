/** Allows one writer at a time for each upload. */
import { AppError } from '../../../contract/errors.ts';

/** Resolves with the step's result, or rejects when the writer is stopped first; the step is then not awaited. */
export type UnlessStopped = <T>(step: Promise<T>) => Promise<T>;

export function createUploadWriters() {
  const writers = new Map<string, { stop: () => void; done: Promise<void> }>();

  return {
    has: (key: string): boolean => writers.has(key),

    /**
     * Runs `write` as the only writer. Stops an older writer first, whose connection may have been lost unnoticed. The older
     * writer may still finish the upload, so `write` must look the upload up again. Each step of `write` must go through
     * `unlessStopped`, which rejects with `conflict` as soon as a newer writer starts.
     */
    async run<T>(key: string, write: (unlessStopped: UnlessStopped) => Promise<T>): Promise<T> {
      for (let older = writers.get(key); older; older = writers.get(key)) {
        older.stop();
        await older.done;
      }
      const { stop, unlessStopped } = createStop();
      const work = write(unlessStopped);
      const done = work.then(
        () => {},
        () => {},
      );
      const writer = { stop, done };
      writers.set(key, writer);
      try {
        return await work;
      } finally {
        if (writers.get(key) === writer) writers.delete(key);
      }
    },
  };
}

// `unlessStopped` makes a promise for each step: racing all steps against one promise would keep every chunk in memory.
function createStop(): { stop: () => void; unlessStopped: UnlessStopped } {
  let error: AppError | undefined;
  let rejectStep: ((error: AppError) => void) | undefined;
  return {
    stop() {
      error = new AppError('conflict', 'Este arquivo já está sendo enviado por outra conexão.');
      rejectStep?.(error);
    },
    unlessStopped: (step) =>
      new Promise((resolve, reject) => {
        // The step of a stopped writer may fail later: its rejection must be handled.
        step.then(resolve, reject);
        if (error) return reject(error);
        rejectStep = reject;
      }),
  };
}
