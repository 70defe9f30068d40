/** Starts the program's own workers: processes that can be killed at any time without harm to the server. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants as osConstants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { systemClock, type Timer } from '../clock.ts';
import { type EntryPoint, entryPoint } from './entry-points.ts';
import {
  type Ending,
  findProgram,
  keepTail,
  type RunLimits,
  environmentWithoutSecrets,
  stderrMaxBytes,
  watchLimits,
} from './processes.ts';
import { isSingleExecutable, workerOption } from './runtime.ts';
import { bundledFile } from './source-bundles.ts';

export interface WorkerProcess<Request> {
  readonly pid: number | undefined;
  /** `timeoutMs` replaces, for this request, the `timeoutMs` of the options. */
  send(request: Request, timeoutMs?: number): void;
  /** Kills the worker with all processes that it started. */
  kill(): void;
  /** Never rejects. */
  exited: Promise<{ ending: Ending; code: number | null; signal: string | null; stderr: string }>;
}

/** `timeoutMs` counts from the latest request: a worker may be started before it is needed, and handle several requests. */
export interface WorkerOptions<Message> extends RunLimits {
  onMessage(message: Message): void;
  /** Maximum size of the V8 heap in MB. */
  maxHeapMb?: number;
}

/**
 * Starts one of the program's own workers as a process at the lowest priority (nice 19). The worker exchanges one JSON value per
 * line over its standard input and output. When it ends for any reason, all processes that it started end too, because it leads
 * its own process group. It ends by itself when this process has ended (`serveWorker`). Never throws: a worker that cannot be
 * started is reported as ended at once.
 */
export function startWorker<Request, Message>(
  name: EntryPoint,
  options: WorkerOptions<Message>,
): WorkerProcess<Request> {
  const source = entryPoint(name);
  const bundled = source.endsWith('.ts') ? bundledFile(source) : undefined;
  const file = bundled ?? source;
  // When running from source these options load tsx, which a bundle does not need.
  const nodeOptions = bundled ? [] : process.execArgv.filter((option) => !/^--(inspect|test|watch)/.test(option));
  const heap = options.maxHeapMb ? [`--max-old-space-size=${options.maxHeapMb}`] : [];
  // The single executable does not accept Node's options on its command line.
  const isSingle = isSingleExecutable();
  const command = isSingle ? [process.execPath, workerOption, file] : [process.execPath, ...nodeOptions, ...heap, file];
  const env = { ...environmentWithoutSecrets(), ...(isSingle ? { NODE_OPTIONS: heap.join(' ') } : {}) };
  // Linux sets priorities per thread: only `nice` before the start applies to the threads that Node creates at once.
  const nice = findProgram('nice');
  const [program = '', ...args] = nice ? [nice, '-n', '19', ...command] : command;
  const child = spawnPiped(program, args, env);
  if (child instanceof Error) {
    const exit = { ending: 'exit', code: null, signal: null, stderr: child.message } as const;
    return { pid: undefined, send() {}, kill() {}, exited: Promise.resolve(exit) };
  }
  if (!nice && child.pid) setPriority(child.pid, osConstants.priority.PRIORITY_LOW);
  lowerSessionPriority(child);

  const endGroup = () => {
    if (!child.pid) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  const watch = watchLimits(child, { ...options, timeoutMs: undefined }, endGroup);
  let timeout: Timer | undefined;
  const startTimeout = (timeoutMs = options.timeoutMs) => {
    timeout?.cancel();
    if (timeoutMs !== undefined) timeout = systemClock.after(timeoutMs, () => watch.end('timeout'));
  };
  const stop = () => {
    timeout?.cancel();
    watch.stop();
  };
  const stderr = keepTail(child.stderr, stderrMaxBytes);
  // The exit of a worker is handled below: ignore EPIPE when it dies while we write to it.
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = messageOf(line);
    if (message !== undefined) options.onMessage(message as Message);
  });

  const exited = new Promise<Awaited<WorkerProcess<Request>['exited']>>((resolvePromise) => {
    child.once('error', (error) => {
      stop();
      resolvePromise({ ending: 'exit', code: null, signal: null, stderr: error.message });
    });
    child.once('exit', endGroup);
    child.once('close', (code, signal) => {
      stop();
      resolvePromise({ ending: watch.ending(), code, signal, stderr: stderr() });
    });
  });
  return {
    pid: child.pid,
    send(request, timeoutMs) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      startTimeout(timeoutMs);
    },
    kill: () => watch.end('killed'),
    exited,
  };
}

/** Returns the message of a line; undefined for what a library printed to standard output. */
function messageOf(line: string): object | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Nice value of a worker's session: the session gets a third of the processor time of a normal one. A higher value does not make
 * responses faster, and stops conversions while another session is busy.
 */
const sessionPriority = 5;

/**
 * Lowers the priority of a worker's session. Where Linux schedules each session as one task (autogroup), the nice value of a
 * process applies only within its session: without this, converting a video took half of the core. Does nothing where
 * autogroup is off.
 */
function lowerSessionPriority(child: ChildProcess, tries = 3): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(sessionPriority));
  } catch (error) {
    // The system allows one such change per 100 ms.
    const isTooSoon = (error as NodeJS.ErrnoException).code === 'EAGAIN' && tries > 1;
    if (isTooSoon) systemClock.after(200, () => lowerSessionPriority(child, tries - 1));
  }
}

/** Starts a process with pipes, or returns the error. When too many files are open, `spawn` returns a process without streams. */
function spawnPiped(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcessWithoutNullStreams | Error {
  try {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, env });
    if ((child.stdin as unknown) !== undefined) return child;
    child.once('error', () => {});
    return new Error('too many open files');
  } catch (error) {
    return error as Error;
  }
}

/** Handles one request after another in the worker; ends this process and its children when the parent has ended. */
export function serveWorker<Request, Message>(
  handle: (request: Request, send: (message: Message) => void) => Promise<void>,
): void {
  const send = (message: Message) => void process.stdout.write(`${JSON.stringify(message)}\n`);
  const endGroup = () => {
    try {
      process.kill(-process.pid, 'SIGKILL');
    } catch {
      process.exit(1);
    }
  };
  process.stdout.on('error', endGroup);
  let work = Promise.resolve();
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      work = work.then(() => handle(JSON.parse(line) as Request, send));
      work.catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`, () =>
          process.exit(1),
        );
      });
    })
    .on('close', endGroup);
}
