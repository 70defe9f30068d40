/** Runs database work that is slow or waits for the disk in a thread that has its own connection. */
import type { Clock, Timer } from '../clock.ts';
import type { DatabaseReply, DatabaseRequest } from './database-worker.ts';
import { startThread, type Thread } from './threads.ts';

/** Time after which an idle thread ends, because it takes some megabytes. */
const idleMs = 10_000;

/** Returns a thread for one database file, which runs one request after another. */
export function createDatabaseThread(file: string, clock: Clock) {
  let thread: Thread | undefined;
  let idleTimer: Timer | undefined;
  let isEnding = false;
  const waiting: ((reply: DatabaseReply) => void)[] = [];

  function start(): Thread {
    const started = startThread<DatabaseReply>('database-worker', {
      onMessage(reply) {
        waiting.shift()?.(reply);
        // The process must not end before a thread that is ending.
        if (waiting.length > 0 || isEnding) return;
        started.unref();
        idleTimer = clock.after(idleMs, () => void end());
      },
      onExit() {
        if (thread === started) thread = undefined;
        const reply: DatabaseReply = { error: 'the thread ended', ...(isEnding && { isStopped: true }) };
        isEnding = false;
        for (const resolve of waiting.splice(0)) resolve(reply);
      },
    });
    return started;
  }

  async function end(): Promise<void> {
    idleTimer?.cancel();
    isEnding = thread !== undefined;
    await thread?.end();
  }

  return {
    /** Queues work. Resolves when it has ended or failed; never rejects. */
    run(work: DatabaseRequest['work']): Promise<DatabaseReply> {
      idleTimer?.cancel();
      thread ??= start();
      thread.ref();
      thread.send({ file, work } satisfies DatabaseRequest);
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Ends the thread; the work that it runs fails with `isStopped`. */
    close: end,
  };
}
