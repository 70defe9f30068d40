/** Starts this program's own executables as children that share its output and end with it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepTail, stderrMaxBytes } from './processes.ts';
import { isSingleExecutable } from './runtime.ts';

/** Set for an executable that this program starts. The executable then runs itself, not the program in the update note. */
export const launchedVariable = 'ANTESSALA_LAUNCHED';

/** Returns the program that `antessala update` can replace: the single executable, or the Docker image's; undefined for other installations. */
export function installedProgram(): string | undefined {
  if (isSingleExecutable()) return process.execPath;
  const imageProgram = join(dirname(fileURLToPath(import.meta.url)), 'bin/antessala');
  return import.meta.url.endsWith('.cjs') && existsSync(imageProgram) ? imageProgram : undefined;
}

export interface StartedProgram {
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code (1 for a signal or a file that cannot be run) and the last 16 KiB of stderr. Never rejects. */
  ended: Promise<{ code: number; stderr: string }>;
}

/** Starts an executable. The executable notices the end of this process by the closed IPC channel, on which nothing is sent. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = { ...process.env, [launchedVariable]: '1' },
): StartedProgram {
  const child = spawn(file, args, { env, stdio: ['inherit', 'inherit', 'pipe', 'ipc'] });
  const { stderr: output } = child;
  const tail = output ? keepTail(output, stderrMaxBytes) : () => '';
  output?.on('data', (text: string) => void process.stderr.write(text));
  return {
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => {
      child.once('error', (error) => {
        console.error(`Antessala: ${file} cannot be run (${error.message})`);
        resolve({ code: 1, stderr: error.message });
      });
      child.once('close', (code) => resolve({ code: code ?? 1, stderr: tail() }));
    }),
  };
}

/** Returns the reason in a failed program's standard error: the last line that is not part of a stack. */
export const reasonIn = (stderr: string): string =>
  (stderr.match(/^\S.*$/gm)?.at(-1) ?? '').replace(/^\w*Error: /, '').slice(0, 300);

/** True if the launcher or systemd, which started this server, starts it again after its end. */
export const isRestartedByParent = (): boolean =>
  process.env[launchedVariable] !== undefined || process.env.SYSTEMD_EXEC_PID === String(process.pid);

/** Starts the installed program in the place of this server, which has stopped. Then exits with the program's exit code. */
export async function continueAs(installed: string): Promise<never> {
  const program = startProgram(installed, [], process.env);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGUSR2'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => program.kill(signal));
  }
  process.exit((await program.ended).code);
}
