/** Runs external tools (ffmpeg, ffprobe). The program's own workers are in workers.ts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { systemClock } from '../clock.ts';

/** Resources of this machine. */
export const machine = {
  /** Number of threads for heavy work: one core is left for the screens' polls. */
  workThreads: Math.max(1, availableParallelism() - 1),
  memoryBytes: totalmem(),
};

/** Returns the absolute path of a program: the configured one, or the first on PATH. Undefined when none is executable. */
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

/** Reason for a process's end. `exit`: it ended by itself; otherwise we ended it. */
export type Ending = 'exit' | 'timeout' | 'stalled' | 'memory' | 'output' | 'killed';

export interface RunLimits {
  timeoutMs?: number;
  /** Limit of resident memory, checked once a second (Linux only). */
  maxMemoryBytes?: number;
}

export interface RunOptions extends RunLimits {
  /** Ends the process when its standard output is longer. Default 1 MB. Ignored with `onLine`. */
  maxOutputBytes?: number;
  /** Called with each line of standard output, which is then not collected. True counts as progress. */
  onLine?: (line: string) => boolean;
  /** Ends the process when `onLine` reports no progress for this long. */
  stallMs?: number;
  /** Text for the standard input, which other people on the machine cannot read, unlike arguments. */
  input?: string;
  /** Environment variables in addition to those of `environmentWithoutSecrets`. */
  environment?: Record<string, string>;
  /** Command and arguments that start the program with fewer rights (`findConfinement`). */
  confinement?: readonly string[];
}

export interface RunResult {
  ending: Ending;
  /** Exit code; null when a signal ended the process. */
  code: number | null;
  stdout: string;
  /** Last 16 KiB of standard error. */
  stderr: string;
}

export const stderrMaxBytes = 16 * 1024;

/** Runs a program until it ends, in the caller's process group. Rejects only when it cannot be started. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [program = command, ...allArgs] = [...(options.confinement ?? []), command, ...args];
  const child = spawn(program, allArgs, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...environmentWithoutSecrets(), ...options.environment },
  });
  // A program that ends without reading closes the pipe.
  child.stdin.on('error', () => {}).end(options.input ?? '');
  const watch = watchLimits(child, options, () => child.kill('SIGKILL'));
  const stderr = keepTail(child.stderr, stderrMaxBytes);
  let stdout = '';
  let stallTimer = systemClock.after(0, () => {});
  const restartStallTimer = () => {
    stallTimer.cancel();
    if (options.stallMs) stallTimer = systemClock.after(options.stallMs, () => watch.end('stalled'));
  };

  if (options.onLine) {
    const { onLine } = options;
    restartStallTimer();
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (onLine(line)) restartStallTimer();
    });
  } else {
    const maxOutputBytes = options.maxOutputBytes ?? 1024 * 1024;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.length > maxOutputBytes) watch.end('output');
    });
  }

  return new Promise((resolvePromise, reject) => {
    const stopWatching = () => {
      stallTimer.cancel();
      watch.stop();
    };
    child.once('error', (error) => {
      stopWatching();
      reject(error);
    });
    child.once('close', (code) => {
      stopWatching();
      resolvePromise({ ending: watch.ending(), code, stdout, stderr: stderr() });
    });
  });
}

/** Returns an environment without our secrets, for tools and workers. */
export function environmentWithoutSecrets(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ', 'LD_LIBRARY_PATH', 'NODE_PATH'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Calls `kill` when a process exceeds one of its limits, or when `end` is called with a reason. `ending` returns the reason. */
export function watchLimits(child: ChildProcess, limits: RunLimits, kill: () => void) {
  let ending: Ending = 'exit';
  const end = (reason: Ending) => {
    if (ending !== 'exit' || child.exitCode !== null || child.signalCode !== null) return;
    ending = reason;
    kill();
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

/** Returns a function that returns the last `bytes` of a stream's output. */
export function keepTail(stream: Readable, bytes: number): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-bytes);
  });
  return () => text;
}
