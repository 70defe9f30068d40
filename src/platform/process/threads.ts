/** Runs in threads the work that would otherwise delay the screens' polls. No other module uses threads. */
import { parentPort, Worker } from 'node:worker_threads';
import { type EntryPoint, entryPoint } from './entry-points.ts';
import { bundledCode, bundledFile } from './source-bundles.ts';

export interface Thread {
  send(message: unknown): void;
  /** Busy threads keep the process alive (`ref`), idle ones do not (`unref`). */
  ref(): void;
  unref(): void;
  /** Stops the thread, also while it works. */
  end(): Promise<void>;
}

/** Starts one of the program's own workers as a thread. `onExit` runs once, also after a crash. */
export function startThread<Message>(
  name: EntryPoint,
  options: { onMessage(message: Message): void; onExit(): void },
): Thread {
  const source = entryPoint(name);
  const file = source.endsWith('.ts') ? bundledFile(source) : source;
  // A bundle needs none of this process's loaders (tsx): loading them took most of a thread's start.
  const worker = file
    ? new Worker(file, { execArgv: [] })
    : new Worker(bundledCode(source), { eval: true, execArgv: [] });
  worker.on('message', options.onMessage);
  // A crash emits 'error' and then 'exit': handling the exit is enough.
  worker.on('error', () => {});
  worker.on('exit', options.onExit);
  return {
    send: (message) => worker.postMessage(message),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    end: async () => void (await worker.terminate()),
  };
}

/** Serves messages in a thread started by `startThread`: sends one response for each. */
export function serveThread<Request, Message>(handle: (request: Request) => Message): void {
  parentPort?.on('message', (request: Request) => parentPort?.postMessage(handle(request)));
}
