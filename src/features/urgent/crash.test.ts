import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testAdmin } from '../../testing/app.ts';
import { Client } from '../../testing/client.ts';
import { freePort } from '../../testing/ports.ts';
import { programFile } from '../../testing/program.ts';

test('an urgent notice that was answered is there after kill -9, and its screen is told; so are its receipt and its end', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'antessala-urgent-'));
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    // Mute: a voice that outlives the server would write into what is taken away.
    ESPEAK_PATH: '/nonexistent',
    ADMIN_EMAIL: testAdmin.email,
    ADMIN_PASSWORD: testAdmin.password,
  };
  let server: ChildProcess | undefined;
  t.after(() => {
    server?.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  async function start(): Promise<Client> {
    server = spawn(process.execPath, [programFile('server')], { env, stdio: 'ignore' });
    const admin = new Client(`http://127.0.0.1:${port}`);
    for (const end = performance.now() + 60_000; performance.now() < end;) {
      if ((await admin.status('POST /api/login', { body: testAdmin }).catch(() => 0)) === 200) return admin;
      await sleep(50);
    }
    throw new Error('the server did not start');
  }

  let admin = await start();
  const user = await admin.call('GET /api/user');
  const [screen] = await admin.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: user.id },
    body: { quantity: 1 },
  });
  const tv = new Client(`http://127.0.0.1:${port}`);
  tv.bearer = (
    await tv.call('POST /api/player/activate', { body: { activationCode: screen?.activationCode ?? '' } })
  ).token;
  const crash = async () => {
    const gone = once(server as ChildProcess, 'exit');
    server?.kill('SIGKILL');
    await gone;
    admin = await start();
  };
  const idsOn = async () => (await tv.call('GET /api/player/assigned-playlist')).urgent;
  const response = await admin.request('/api/urgent', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Saiam com calma', isForAll: true }),
  });
  assert.equal(response.status, 201);
  const { id } = (await response.json()) as { id: number };
  await crash();
  assert.deepEqual(await idsOn(), [id]);
  const [notice] = (await tv.call('GET /api/player/urgent')).notices;
  assert.equal(notice?.text, 'Saiam com calma');

  const params = { id };
  await tv.call('POST /api/player/urgent/:id/shown', { params, body: { hadSound: true } });
  await crash();
  assert.deepEqual((await admin.call('GET /api/urgent/:id', { params })).screens, { total: 1, shown: 1 });

  await admin.call('POST /api/urgent/:id/end', { params });
  await crash();
  assert.equal(await idsOn(), undefined);
});
