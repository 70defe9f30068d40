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
import { programEnvironment, programFile } from '../../testing/program.ts';

test('kill -9 between claim and poll, and at every poll, leaves a screen paired exactly once', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'antessala-pairing-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  t.after(() => {
    server?.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const admin = new Client(url);
  async function start(): Promise<void> {
    server = spawn(process.execPath, [programFile('server')], {
      env: programEnvironment(dataDir, port),
      stdio: 'ignore',
    });
    for (const end = performance.now() + 60_000; performance.now() < end; await sleep(50))
      if ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok) return;
    throw new Error('the server did not start');
  }
  async function killAndStart(): Promise<void> {
    const gone = once(server as ChildProcess, 'exit');
    server?.kill('SIGKILL');
    await gone;
    await start();
  }

  await start();
  await admin.call('POST /api/login', { body: testAdmin });
  const tv = new Client(url);
  const { code, secret } = await tv.call('POST /api/player/pairing', { body: {} });
  const poll = () => new Client(url).call('POST /api/player/pairing/poll', { body: { secret } });
  const screen = await admin.call('POST /api/pairing/:code/claim', { params: { code }, body: { name: 'Recepção' } });
  await killAndStart();
  assert.deepEqual(
    (await admin.call('GET /api/my-players')).map(({ id, name, isPaired }) => [id, name, isPaired]),
    [[screen.id, 'Recepção', false]],
    'what was answered to the phone holds',
  );

  const tokens = new Set<string>();
  for (const waitMs of [0, 1, 3, 200]) {
    // The answer may be lost on its way, before or after the server has done it.
    const asked = poll().catch(() => undefined);
    await sleep(waitMs);
    await killAndStart();
    const answer = await asked;
    if (answer && 'token' in answer) tokens.add(answer.token);
  }
  const answer = await poll();
  assert.ok('token' in answer);
  tokens.add(answer.token);
  assert.deepEqual([...tokens], [answer.token], 'one session, however often it was asked for');
  const device = new Client(url);
  device.bearer = answer.token;
  assert.equal((await device.call('GET /api/player/info')).player.id, screen.id);
  const mine = await admin.call('GET /api/my-players');
  assert.deepEqual(
    mine.map(({ id, isPaired }) => [id, isPaired]),
    [[screen.id, true]],
  );
  const { entries } = await admin.call('GET /api/admin/audit', { query: { screenId: screen.id } });
  assert.deepEqual(
    entries.map(({ action }) => action).filter((action) => /paired|claimed|created/.test(action)),
    ['screen.paired', 'screen.claimed', 'screen.created'],
  );
});
