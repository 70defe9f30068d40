/** Starts other processes: the tools it calls (ffmpeg, ffprobe). The program's own workers are in workers.ts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { systemClock } from '../clock.ts';

/** Resources of this machine. */
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
  /** Ends the process when `onLine` reports no progress for this long. */
  stallMs?: number;
  /** Command and arguments that start the program with fewer rights (`findConfinement`). */
  confinement?: readonly string[];
}

export interface RunResult {
  ending: Ending;
  /** null when a signal ended it. */
  code: number | null;
  stdout: string;
  /** The last 16 kB. */
  stderr: string;
}

export const stderrKept = 16 * 1024;

/** Runs a program to its end, in the caller's process group. Rejects only when it cannot be started. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [program = command, ...all] = [...(options.confinement ?? []), command, ...args];
  const child = spawn(program, all, { stdio: ['ignore', 'pipe', 'pipe'], env: plainEnvironment() });
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

/** Tools and workers get no secret of ours. */
export function plainEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ', 'LD_LIBRARY_PATH', 'NODE_PATH'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Ends a process by its limits; `ending` is the reason. */
export function watchLimits(child: ChildProcess, limits: Limits, endIt: () => void) {
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

/** Returns the last `bytes` of what came. */
export function keepTail(stream: Readable, bytes: number): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-bytes);
  });
  return () => text;
}
