/** Starts the real program for the first time: nobody has signed in, and the administrator's password and the codes were generated. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { noScheduler } from '../platform/scheduler.ts';
import { knownTools, type Lifetime, noSpeechEngines } from './app.ts';
import { Client, forgetConnections, type TestSocket } from './client.ts';
import { freePort } from './ports.ts';
import { quickPasswords } from './quick-passwords.ts';

export type NewInstallation = Awaited<ReturnType<typeof startNewInstallation>>;

export async function startNewInstallation(
  t: Lifetime,
  options: { env?: Record<string, string>; webDir?: string } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'antessala-'));
  const env = { PORT: String(await freePort()), HOST: '127.0.0.1', DATA_DIR: dataDir, ...options.env };
  const tools = await knownTools();
  const sockets = new Set<TestSocket>();
  const start = () => {
    forgetConnections();
    return createApp(readConfig(env), {
      log: createLog('silent', systemClock),
      passwords: quickPasswords,
      validateReplies: true,
      webDir: options.webDir,
      schedule: noScheduler,
      tools,
      speech: noSpeechEngines,
    });
  };
  let app = await start();
  const text = await readFile(join(dataDir, 'first-run.txt'), 'utf8');
  const printed = (what: string) => new RegExp(`^ *${what} +(\\S+)`, 'm').exec(text)?.[1] ?? assert.fail(text);
  const printedEmail = printed('Administrator e-mail');
  const printedPassword = printed('Administrator password');
  const guest = () => new Client(app.url, (socket) => sockets.add(socket));
  const close = async () => {
    for (const socket of sockets) socket.close();
    sockets.clear();
    await app.close();
  };
  t.after(async () => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });

  return {
    dataDir,
    url: app.url,
    printedEmail,
    printedPassword,
    guest,
    /** Signs in with the printed credentials. */
    async signIn(): Promise<Client> {
      const administrator = guest();
      await administrator.call('POST /api/login', { body: { email: printedEmail, password: printedPassword } });
      return administrator;
    },
    /** Registers a customer, who then waits for approval. */
    async newCustomer(administrator: Client, username: string, email: string): Promise<void> {
      const { accessCode } = (await administrator.call('GET /api/admin/settings')).codes;
      await guest().call('POST /api/register', { body: { username, email, password: 'segredo1', accessCode } });
    },
    async restart(): Promise<void> {
      await close();
      app = await start();
    },
  };
}
