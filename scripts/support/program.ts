/** Starts the program in a process of its own, as it runs on a server, for measurements and attacks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testAdmin } from '../../src/testing/admin.ts';
import { Client } from '../../src/testing/client.ts';
import { freePort } from '../../src/testing/ports.ts';
import { programEnvironment, programFile } from '../../src/testing/program.ts';

export const accessCode = 'ACESSO1';
/** Maximum time until the first response: on a busy machine, after a kill during a backup, a start takes minutes. */
const startTimeoutMs = 300_000;

export interface ProgramOptions {
  /** Default: a temporary folder, deleted at the end. */
  dataDir?: string;
  port?: number;
  /** Maximum number of open descriptors. */
  descriptors?: number;
  env?: NodeJS.ProcessEnv;
  /** Prefix of the command line, to run the program in a cgroup. */
  commandPrefix?: readonly string[];
}

export type Program = Awaited<ReturnType<typeof startProgram>>;

/** Starts the program and waits until it is ready. Throws an error with its output if it ends before or is not ready in time. */
export async function startProgram({
  dataDir,
  port,
  descriptors = 20_000,
  env = {},
  commandPrefix = [],
}: ProgramOptions = {}) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'antessala-program-')));
  const chosenPort = port ?? (await freePort());
  const url = `http://127.0.0.1:${chosenPort}`;
  const limitingScript = `ulimit -n ${descriptors}; exec "$0" "$1"`;
  const command = [...commandPrefix, '/bin/sh', '-c', limitingScript, process.execPath, programFile('server')];
  const child = spawn(command[0] as string, command.slice(1), {
    env: { ...programEnvironment(folder, chosenPort), ACCESS_CODE: accessCode, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  // The log goes to standard output; standard error only contains why the program ended.
  child.stderr.pipe(process.stderr);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  /** Ends the program, and removes a temporary folder. */
  async function stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const ended = hasEnded() ? undefined : once(child, 'exit');
    child.kill(signal);
    await ended;
    if (!dataDir) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = performance.now() + startTimeoutMs; !(await isReady()); await pause(30))
    if (hasEnded() || performance.now() > deadline) {
      await stop();
      throw new Error(`The server did not start: ${output}`);
    }
  return {
    pid: child.pid ?? 0,
    port: chosenPort,
    url,
    hasEnded,
    output: () => output,
    stop,
  };
}

/** Signs in as the administrator. Returns the client. */
export async function signInAdministrator(url: string): Promise<Client> {
  const manager = new Client(url);
  await manager.call('POST /api/login', { body: testAdmin });
  return manager;
}

/** Creates unpaired screens of the administrator; returns their activation codes. */
export async function createScreens(manager: Client, count: number): Promise<string[]> {
  const { id: userId } = await manager.call('GET /api/user');
  const codes: string[] = [];
  while (codes.length < count) {
    const body = { quantity: Math.min(5, count - codes.length) };
    const createdScreens = await manager.call('POST /api/admin/users/:userId/players/batch', {
      params: { userId },
      body,
    });
    codes.push(...createdScreens.map(({ activationCode }) => activationCode));
  }
  return codes;
}

/** Creates screens of the administrator and pairs each; returns their devices. */
export async function pairScreens(manager: Client, count: number): Promise<Client[]> {
  const devices: Client[] = [];
  for (const activationCode of await createScreens(manager, count)) {
    const device = new Client(manager.url);
    device.bearer = (await device.call('POST /api/player/activate', { body: { activationCode } })).token;
    devices.push(device);
  }
  return devices;
}
