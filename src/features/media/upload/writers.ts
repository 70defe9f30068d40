/** The one writer of each growing file. */
import { AppError } from '../../../contract/errors.ts';

/** The result of a step, unless the writer is stopped before: then the step is left to itself. */
export type UnlessStopped = <T>(step: Promise<T>) => Promise<T>;

export function createUploadWriters() {
  const writers = new Map<string, { stop: () => void; done: Promise<void> }>();

  return {
    has: (key: string): boolean => writers.has(key),

    /**
     * Runs `write` as the only writer: an older one, perhaps of a connection that died unnoticed, is stopped first. It
     * may have finished the upload before it could be stopped: what was looked up before is no longer true.
     * `unlessStopped` waits for a step of it, or rejects with `conflict` as soon as a newer one comes.
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

/** Keeps no promise that outlives a step: racing all steps against one kept every chunk of an upload in memory. */
function createStop(): { stop: () => void; unlessStopped: UnlessStopped } {
  let error: AppError | undefined;
  let refuse: ((error: AppError) => void) | undefined;
  return {
    stop() {
      error = new AppError('conflict', 'Este arquivo já está sendo enviado por outra conexão.');
      refuse?.(error);
    },
    unlessStopped: (step) =>
      new Promise((resolve, reject) => {
        // Whoever is stopped leaves a step behind that may fail later.
        step.then(resolve, reject);
        if (error) return reject(error);
        refuse = reject;
      }),
  };
}
