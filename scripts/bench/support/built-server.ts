/** The built server as a process of its own, on an empty folder: what measurements of calls start. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../../../src/testing/client.ts';
import { freePort } from '../../../src/testing/ports.ts';

const accessCode = 'ACESSO1';
const administrator = { email: 'admin@antessala.local', password: 'senha-de-teste' };

export interface BuiltServer {
  pid: number;
  port: number;
  url: string;
  /** The administrator, signed in. */
  person: Client;
  /** Screens of the administrator, paired. */
  screens(count: number): Promise<Client[]>;
  /** One of another account, which does nothing besides. */
  neighboursScreen(): Promise<Client>;
  /** One that nobody has paired yet: the code to type. */
  activationCode(): Promise<string>;
  stop(): Promise<void>;
}

/** `program`: dist/server.cjs, or that of another build. */
export async function startBuiltServer(program = 'dist/server.cjs', nodeFlags: string[] = []): Promise<BuiltServer> {
  const folder = await mkdtemp(join(tmpdir(), 'antessala-bench-'));
  const port = await freePort();
  const server = spawn(process.execPath, [...nodeFlags, program], {
    env: {
      ...process.env,
      ...{ ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password, ACCESS_CODE: accessCode },
      ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const person = new Client(url);
  await until(async () => (await person.request('/readyz')).ok);
  const { id } = await person.call('POST /api/login', { body: administrator });

  async function makeScreens(count: number, userId = id): Promise<string[]> {
    const codes: string[] = [];
    while (codes.length < count)
      codes.push(
        ...(
          await person.call('POST /api/admin/users/:userId/players/batch', {
            params: { userId },
            body: { quantity: Math.min(5, count - codes.length) },
          })
        ).map(({ activationCode }) => activationCode),
      );
    return codes;
  }

  async function pair(activationCode: string): Promise<Client> {
    const device = new Client(url);
    const body = { activationCode, deviceInfo: 'bench' };
    device.bearer = (await device.call('POST /api/player/activate', { body })).token;
    return device;
  }

  async function makeNeighbour(): Promise<number> {
    const email = 'vizinha@clinica.test';
    const body = { username: 'vizinha', email, password: 'segredo1', accessCode };
    await new Client(url).call('POST /api/register', { body });
    const userId = (await person.call('GET /api/admin/users')).find((user) => user.email === email)?.id ?? 0;
    await person.call('POST /api/admin/users/:id/approve', { params: { id: userId } });
    return userId;
  }

  return {
    pid: server.pid ?? 0,
    port,
    url,
    person,
    activationCode: async () => (await makeScreens(1))[0] ?? '',
    async screens(count) {
      const devices: Client[] = [];
      for (const activationCode of await makeScreens(count)) devices.push(await pair(activationCode));
      return devices;
    },
    async neighboursScreen() {
      const [activationCode = ''] = await makeScreens(1, await makeNeighbour());
      return pair(activationCode);
    },
    async stop() {
      server.kill('SIGTERM');
      await new Promise((ended) => server.once('exit', ended));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Anonymous memory of a process in MB: its own, without files. */
export async function ownMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Asked every 100 ms; rejects after half a minute. */
export async function until(isTrue: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isTrue().catch(() => false)) return;
    await pause(100);
  }
  throw new Error('It did not happen within 30 s.');
}

/** The value that a share (0 to 1) of them does not pass. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
