/** The real program as a process of its own, for what kills it, stops its disk or moves its clock. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrationsDir } from '../../src/platform/process/assets.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createDoctor } from '../../src/features/backups/doctor/doctor.ts';
import { testAdmin } from '../../src/testing/admin.ts';
import { Client } from '../../src/testing/client.ts';
import { freePort } from '../../src/testing/ports.ts';
import { programEnvironment, programFile } from '../../src/testing/program.ts';

/** On a machine with other things to do, after a kill amid a backup, a start takes its time. */
const startMs = 300_000;
const port = await freePort();
export const url = `http://127.0.0.1:${port}`;

export interface Server {
  process: ChildProcess;
  /** Returns the output of the process: log and errors. */
  reported: () => string;
  ready: () => Promise<void>;
  /** Resolves to whether the signal ended it: false where it had ended by itself before. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<boolean>;
}

/** `env` on top of this process's. */
export function startServer(dataDir: string, env: Record<string, string> = {}): Server {
  const server = spawn(process.execPath, [programFile('server')], {
    env: { ...programEnvironment(dataDir, port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let reported = '';
  for (const output of [server.stdout, server.stderr])
    output.on('data', (text: Buffer) => (reported += text.toString()));
  const isOver = () => server.exitCode !== null || server.signalCode !== null;
  return {
    process: server,
    reported: () => reported,
    async ready() {
      for (const end = performance.now() + startMs; performance.now() < end; await sleep(30)) {
        if (isOver()) throw new Error(`The server ended: ${reported.slice(-2_000)}`);
        if (
          await fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          )
        )
          return;
      }
      throw new Error(`The server did not start within ${startMs / 1000} s: ${reported.slice(-2_000)}`);
    },
    async end(signal) {
      if (isOver()) return false;
      const gone = once(server, 'exit');
      server.kill(signal);
      await gone;
      return signal === 'SIGTERM' || server.signalCode === signal;
    },
  };
}

/** The administrator, signed in, with room for all that an attack sends. */
export async function signIn(): Promise<Client> {
  const admin = new Client(url);
  const { id } = await admin.call('POST /api/login', { body: testAdmin });
  const params = { params: { id } };
  const quotas = await admin.call('GET /api/admin/users/:id/quotas', params);
  await admin.call('PUT /api/admin/users/:id/quotas', {
    ...params,
    body: { ...quotas, maxVideos: 1_000, maxPlaylists: 50 },
  });
  return admin;
}

/** Returns the differences between database and disk. Between two steps of a running server it may seem so once. */
export async function disagreements(dataDir: string): Promise<string[]> {
  const check = async () => {
    const doctor = createDoctor({
      ...{ dataDir, backupDir: `${dataDir}/backups`, migrationsDir, clock: systemClock },
      isDeep: false,
    });
    try {
      return (await doctor.examine()).map(({ what }) => what);
    } finally {
      doctor.close();
    }
  };
  let found = await check();
  for (let looks = 0; found.length > 0 && looks < 5; looks += 1) {
    await sleep(300);
    const again = await check();
    found = found.filter((what) => again.includes(what));
  }
  return found;
}
