/** The program's own workers: processes that can be ended, whatever they do, without harm to the server. */
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
  type Limits,
  plainEnvironment,
  stderrKept,
  watchLimits,
} from './processes.ts';
import { isSingleExecutable, partOption } from './runtime.ts';
import { bundledFile } from './source-bundles.ts';

export interface WorkerProcess<Request> {
  readonly pid: number | undefined;
  send(request: Request): void;
  /** Ends it with everything it started. */
  kill(): void;
  /** Never rejects. */
  exited: Promise<{ ending: Ending; code: number | null; signal: string | null; stderr: string }>;
}

/** `timeoutMs` counts from the latest request: a worker may be started before it is needed, and do several things in turn. */
export interface WorkerOptions<Message> extends Limits {
  onMessage(message: Message): void;
  /** V8 heap, MB. */
  maxHeapMb?: number;
}

/**
 * Starts one of the program's own workers as a process at the lowest priority (nice 19), speaking one JSON value a
 * line over its standard input and output. It leads its own process group: when it ends, however it ends,
 * everything it had started ends too; and it ends by itself when this process is gone (see `serveWorker`). Never throws: one
 * that cannot be started is over at once.
 */
export function startWorker<Request, Message>(
  name: EntryPoint,
  options: WorkerOptions<Message>,
): WorkerProcess<Request> {
  const source = entryPoint(name);
  const bundled = source.endsWith('.ts') ? bundledFile(source) : undefined;
  const file = bundled ?? source;
  // Those of a start from source bring tsx, which a bundle does not need.
  const nodeOptions = bundled ? [] : process.execArgv.filter((option) => !/^--(inspect|test|watch)/.test(option));
  const heap = options.maxHeapMb ? [`--max-old-space-size=${options.maxHeapMb}`] : [];
  // The single executable takes no options of Node's on its command line.
  const isSingle = isSingleExecutable();
  const command = isSingle ? [process.execPath, partOption, file] : [process.execPath, ...nodeOptions, ...heap, file];
  const env = { ...plainEnvironment(), ...(isSingle ? { NODE_OPTIONS: heap.join(' ') } : {}) };
  // Linux priorities belong to threads: only `nice` before the start reaches those that Node makes at once.
  const nice = findProgram('nice');
  const [program = '', ...args] = nice ? [nice, '-n', '19', ...command] : command;
  const child = spawnPiped(program, args, env);
  if (child instanceof Error) {
    const exit = { ending: 'exit', code: null, signal: null, stderr: child.message } as const;
    return { pid: undefined, send() {}, kill() {}, exited: Promise.resolve(exit) };
  }
  if (!nice && child.pid) setPriority(child.pid, osConstants.priority.PRIORITY_LOW);
  lowerSession(child);

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
  const startTimeout = () => {
    const { timeoutMs } = options;
    timeout?.cancel();
    if (timeoutMs !== undefined) timeout = systemClock.after(timeoutMs, () => watch.end('timeout'));
  };
  const stop = () => {
    timeout?.cancel();
    watch.stop();
  };
  const stderr = keepTail(child.stderr, stderrKept);
  // A worker that dies while we write to it is noticed by its exit, not by EPIPE.
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => {
    try {
      options.onMessage(JSON.parse(line) as Message);
    } catch {
      // Not one of ours: a library printed to standard output.
    }
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
    send(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      startTimeout();
    },
    kill: () => watch.end('killed'),
    exited,
  };
}

/** A third of what others have. With less an answer comes no sooner, and beside another busy session nothing would be converted. */
const sessionPriority = 5;

/**
 * To Linux's scheduler a session may be a single task (autogroup), as on a Debian whose services have no weights: a priority then
 * counts within the session alone, and a film took half of the core from the server. Nothing where there is no such thing.
 */
function lowerSession(child: ChildProcess, tries = 3): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(sessionPriority));
  } catch (error) {
    // The system grants one such wish in a tenth of a second.
    const isTooSoon = (error as NodeJS.ErrnoException).code === 'EAGAIN' && tries > 1;
    if (isTooSoon) systemClock.after(200, () => lowerSession(child, tries - 1));
  }
}

/** Spawns with pipes. Reports thrown errors (no memory) and late ones alike; too many open files leave no streams. */
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

/** Handles one request after another in the worker; ends this process and its children when the parent is gone. */
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
