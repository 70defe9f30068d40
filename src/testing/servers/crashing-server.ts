/** A server in a separate process with its own data folder, which tests kill and start again. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { testAdmin } from '../admin.ts';
import type { Lifetime } from '../app.ts';
import { Client } from '../client.ts';
import { freePort } from '../ports.ts';
import { programEnvironment, startServer } from '../program.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface CrashingServer {
  dataDir: string;
  url: string;
  /** Returns the id of the current process. */
  pid(): number;
  /** Starts the server on its existing data; returns the signed-in administrator. */
  start(): Promise<Client>;
  /** Kills the process with SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  /** `kill`, then `start`. */
  crash(): Promise<Client>;
}

/** Creates the server without starting it. `env`: settings in addition to those of every server under test. */
export async function createCrashingServer(t: Lifetime, env: NodeJS.ProcessEnv = {}): Promise<CrashingServer> {
  let server: ChildProcess | undefined;
  // Set this hook before that of the folder's removal: hooks run in this order, and a running server would write into the folder.
  t.after(() => server?.kill('SIGKILL'));
  const dataDir = temporaryFolder(t);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;

  async function start(): Promise<Client> {
    ({ server } = startServer(t, { ...programEnvironment(dataDir, port), ...env }));
    const admin = new Client(url);
    for (const end = performance.now() + 120_000; performance.now() < end; await sleep(50))
      if ((await admin.status('POST /api/login', { body: testAdmin }).catch(() => 0)) === 200) return admin;
    throw new Error('the server did not start');
  }

  async function kill(): Promise<void> {
    const hasExited = once(server as ChildProcess, 'exit');
    server?.kill('SIGKILL');
    await hasExited;
  }

  return {
    ...{ dataDir, url, start, kill },
    pid: () => server?.pid ?? 0,
    async crash() {
      await kill();
      return start();
    },
  };
}
