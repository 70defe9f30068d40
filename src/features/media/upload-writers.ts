/** The one writer of each growing file. */
import { AppError } from '../../contract/errors.ts';

export function createUploadWriters() {
  const writers = new Map<string, { stop: () => void; done: Promise<void> }>();

  return {
    has: (key: string): boolean => writers.has(key),

    /**
     * Runs `write` as the only writer: an older one, perhaps of a connection that died unnoticed, is stopped first. It
     * may have finished the upload before it could be stopped: what was looked up before is no longer true.
     * `stopped` rejects with `conflict` when a newer one comes.
     */
    async run<T>(key: string, write: (stopped: Promise<never>) => Promise<T>): Promise<T> {
      for (let older = writers.get(key); older; older = writers.get(key)) {
        older.stop();
        await older.done;
      }
      let stop = () => {};
      const stopped = new Promise<never>((_, reject) => {
        stop = () => reject(new AppError('conflict', 'Este arquivo já está sendo enviado por outra conexão.'));
      });
      stopped.catch(() => {});
      const work = write(stopped);
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
