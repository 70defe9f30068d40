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

test('a call that was answered is there after kill -9, for its screen too, and its key makes no second one', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'antessala-calls-'));
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
  const { id: roomId } = await admin.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const call = async (label: string) => {
    const response = await admin.request('/api/calls', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `key-${label}` },
      body: JSON.stringify({ label, roomId }),
    });
    return { status: response.status, id: ((await response.json()) as { id: number }).id };
  };
  let last = { status: 0, id: 0 };
  for (let number = 1; number <= 3; number += 1) {
    last = await call(String(number));
    const gone = once(server as ChildProcess, 'exit');
    server?.kill('SIGKILL');
    await gone;
    assert.equal(last.status, 201);
    admin = await start();
    const { calls } = await tv.call('GET /api/player/calls', { query: { after: last.id - 1 } });
    assert.deepEqual(
      calls.map(({ id, label }) => [id, label]),
      [[last.id, String(number)]],
    );
    assert.deepEqual(await call(String(number)), last);
  }
  assert.equal((await admin.call('GET /api/calls')).calls.length, 3);
});
