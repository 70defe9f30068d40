/** The one door to threads of this process: work that may block without stopping the screens' polls. */
import { createRequire } from 'node:module';
import { parentPort, Worker } from 'node:worker_threads';
import { type EntryPoint, entryPoint } from './entry-points.ts';

export interface Thread {
  send(message: unknown): void;
  /** Busy threads keep the process alive (`ref`), idle ones do not (`unref`). */
  ref(): void;
  unref(): void;
  /** Stops it, whatever it does. */
  end(): Promise<void>;
}

/** Starts one of the program's own workers as a thread. `onExit` runs once, also after a crash. */
export function startThread<Message>(
  name: EntryPoint,
  options: { onMessage(message: Message): void; onExit(): void },
): Thread {
  const file = entryPoint(name);
  const worker = file.endsWith('.ts') ? new Worker(bundleOf(file), { eval: true }) : new Worker(file);
  worker.on('message', options.onMessage);
  // A crash is reported as an error and then as an exit: the exit tells enough.
  worker.on('error', () => {});
  worker.on('exit', options.onExit);
  return {
    send: (message) => worker.postMessage(message),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    end: async () => void (await worker.terminate()),
  };
}

/** The thread's side of `startThread`: one answer for each message. */
export function serveThread<Request, Message>(handle: (request: Request) => Message): void {
  parentPort?.on('message', (request: Request) => parentPort?.postMessage(handle(request)));
}

const bundles = new Map<string, string>();

/** Threads do not inherit tsx, and registering it in each takes five times as long as this takes for all. */
function bundleOf(file: string): string {
  let code = bundles.get(file);
  if (code === undefined) {
    const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
    const { outputFiles } = buildSync({
      entryPoints: [file],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
    code = outputFiles[0]?.text ?? '';
    bundles.set(file, code);
  }
  return code;
}
