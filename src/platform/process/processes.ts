/** The one door to other processes: the program's own workers, and the tools it calls (ffmpeg, ffprobe). */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { availableParallelism, constants as osConstants, setPriority, totalmem } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { systemClock } from '../clock.ts';
import { type EntryPoint, entryPoint } from './entry-points.ts';
import { isSingleExecutable, partOption } from './runtime.ts';
import { bundledFile } from './source-bundles.ts';

/** What this machine has to give. */
export const machine = {
  /** Threads for heavy work: one core is left to the screens' polls. */
  workThreads: Math.max(1, availableParallelism() - 1),
  memoryBytes: totalmem(),
};

/** Absolute path of a program: as configured, or the first on PATH. Undefined when there is none to execute. */
export function findProgram(name: string, configured?: string): string | undefined {
  const candidates =
    configured === undefined
      ? (process.env.PATH ?? '')
          .split(delimiter)
          .filter(Boolean)
          .map((directory) => join(directory, name))
      : isAbsolute(configured) || configured.includes('/')
        ? [resolve(configured)]
        : (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, configured));
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Why a process is over. `exit`: by itself; the others: it was ended by us. */
export type Ending = 'exit' | 'timeout' | 'stalled' | 'memory' | 'output' | 'killed';

export interface Limits {
  timeoutMs?: number;
  /** Resident memory, looked at once a second (Linux only). */
  maxMemoryBytes?: number;
}

export interface RunOptions extends Limits {
  /** Standard output beyond this ends the process. Default 1 MB. Ignored with `onLine`. */
  maxOutputBytes?: number;
  /** Gets standard output line by line instead of collecting it. Answering true counts as progress. */
  onLine?: (line: string) => boolean;
  /** Ends the process when `onLine` reports no progress for so long. */
  stallMs?: number;
}

export interface RunResult {
  ending: Ending;
  /** null when a signal ended it. */
  code: number | null;
  stdout: string;
  /** The last 16 kB. */
  stderr: string;
}

const stderrKept = 16 * 1024;

/**
 * Runs a program to its end. Rejects only when it cannot be started. The child belongs to the caller's process
 * group, so that it never outlives a worker that is ended.
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: plainEnvironment() });
  const watch = watchLimits(child, options, () => child.kill('SIGKILL'));
  const stderr = keepTail(child.stderr, stderrKept);
  let stdout = '';
  let stall = systemClock.after(0, () => {});
  const restartStall = () => {
    stall.cancel();
    if (options.stallMs) stall = systemClock.after(options.stallMs, () => watch.end('stalled'));
  };

  if (options.onLine) {
    const { onLine } = options;
    restartStall();
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (onLine(line)) restartStall();
    });
  } else {
    const maxOutputBytes = options.maxOutputBytes ?? 1024 * 1024;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.length > maxOutputBytes) watch.end('output');
    });
  }

  return new Promise((resolvePromise, reject) => {
    const settle = () => {
      stall.cancel();
      watch.stop();
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code) => {
      settle();
      resolvePromise({ ending: watch.ending(), code, stdout, stderr: stderr() });
    });
  });
}

export interface WorkerProcess<Request> {
  readonly pid: number | undefined;
  send(request: Request): void;
  /** Ends it with everything it started. */
  kill(): void;
  /** Never rejects. */
  exited: Promise<{ ending: Ending; code: number | null; signal: string | null; stderr: string }>;
}

export interface WorkerOptions<Message> extends Limits {
  onMessage(message: Message): void;
  /** V8 heap, MB. */
  maxHeapMb?: number;
}

/**
 * Starts one of the program's own workers as a process at the lowest priority (nice 19), speaking one JSON value a
 * line over its standard input and output. It leads its own process group: when it ends, however it ends,
 * everything it had started ends too; and it ends by itself when this process is gone (see `serveWorker`).
 */
export function startWorker<Request, Message>(
  name: EntryPoint,
  options: WorkerOptions<Message>,
): WorkerProcess<Request> {
  const source = entryPoint(name);
  const isSource = source.endsWith('.ts');
  const file = isSource ? bundledFile(source) : source;
  // From source they would bring tsx, which a bundle does not need.
  const nodeOptions = isSource ? [] : process.execArgv.filter((option) => !/^--(inspect|test|watch)/.test(option));
  const heap = options.maxHeapMb ? [`--max-old-space-size=${options.maxHeapMb}`] : [];
  // The single executable takes no options of Node's on its command line.
  const isSingle = isSingleExecutable();
  const command = isSingle ? [process.execPath, partOption, file] : [process.execPath, ...nodeOptions, ...heap, file];
  const env = { ...plainEnvironment(), ...(isSingle ? { NODE_OPTIONS: heap.join(' ') } : {}) };
  // Linux priorities belong to threads: only `nice` before the start reaches those that Node makes at once.
  const nice = findProgram('nice');
  const [program = '', ...args] = nice ? [nice, '-n', '19', ...command] : command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, env });
  if (!nice && child.pid) setPriority(child.pid, osConstants.priority.PRIORITY_LOW);

  const endGroup = () => {
    if (!child.pid) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  const watch = watchLimits(child, options, endGroup);
  const stderr = keepTail(child.stderr, stderrKept);
  // A worker that dies while we write to it is told by its exit, not by EPIPE.
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
      watch.stop();
      resolvePromise({ ending: 'exit', code: null, signal: null, stderr: error.message });
    });
    child.once('exit', endGroup);
    child.once('close', (code, signal) => {
      watch.stop();
      resolvePromise({ ending: watch.ending(), code, signal, stderr: stderr() });
    });
  });
  return {
    pid: child.pid,
    send: (request) => void child.stdin.write(`${JSON.stringify(request)}\n`),
    kill: () => watch.end('killed'),
    exited,
  };
}

/**
 * The worker's side of `startWorker`: handles one request after the other. When the parent is gone (its end of the
 * pipe closes), this process and all it started end at once.
 */
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

/** Tools and workers get no secret of ours. */
function plainEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ', 'LD_LIBRARY_PATH', 'NODE_PATH'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function watchLimits(child: ChildProcess, limits: Limits, endIt: () => void) {
  let ending: Ending = 'exit';
  const end = (why: Ending) => {
    if (ending !== 'exit' || child.exitCode !== null || child.signalCode !== null) return;
    ending = why;
    endIt();
  };
  const { timeoutMs, maxMemoryBytes } = limits;
  const timers = [
    ...(timeoutMs ? [systemClock.after(timeoutMs, () => end('timeout'))] : []),
    ...(maxMemoryBytes
      ? [systemClock.every(1_000, () => void ((residentBytes(child.pid) ?? 0) > maxMemoryBytes && end('memory')))]
      : []),
  ];
  return {
    end,
    ending: () => ending,
    stop: () => {
      for (const timer of timers) timer.cancel();
    },
  };
}

function residentBytes(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

function keepTail(stream: Readable, bytes: number): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-bytes);
  });
  return () => text;
}
