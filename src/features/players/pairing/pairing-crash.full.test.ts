import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../../../testing/client.ts';
import { createCrashingServer } from '../../../testing/servers/crashing-server.ts';

test('kill -9 between claim and poll, and at every poll, leaves a screen paired exactly once', async (t) => {
  const server = await createCrashingServer(t);
  const { url } = server;
  const admin = await server.start();
  const tv = new Client(url);
  const { code, secret } = await tv.call('POST /api/player/pairing', { body: {} });
  const poll = () => new Client(url).call('POST /api/player/pairing/poll', { body: { secret } });
  const screen = await admin.call('POST /api/pairing/:code/claim', { params: { code }, body: { name: 'Recepção' } });
  await server.crash();
  assert.deepEqual(
    (await admin.call('GET /api/my-players')).map(({ id, name, isPaired }) => [id, name, isPaired]),
    [[screen.id, 'Recepção', false]],
    'the claim that the phone got a response to is stored',
  );

  const tokens = new Set<string>();
  for (const waitMs of [0, 1, 3, 200]) {
    // The response may be lost before or after the server has committed.
    const requested = poll().catch(() => undefined);
    await sleep(waitMs);
    await server.crash();
    const response = await requested;
    if (response && 'token' in response) tokens.add(response.token);
  }
  const response = await poll();
  assert.ok('token' in response);
  tokens.add(response.token);
  assert.deepEqual([...tokens], [response.token], 'repeated polls return one session');
  const device = new Client(url);
  device.bearer = response.token;
  assert.equal((await device.call('GET /api/player/info')).player.id, screen.id);
  const screens = await admin.call('GET /api/my-players');
  assert.deepEqual(
    screens.map(({ id, isPaired }) => [id, isPaired]),
    [[screen.id, true]],
  );
  const { entries } = await admin.call('GET /api/admin/audit', { query: { screenId: screen.id } });
  assert.deepEqual(
    entries.map(({ action }) => action).filter((action) => /paired|claimed|created|set_up/.test(action)),
    ['screen.set_up'],
  );
});
