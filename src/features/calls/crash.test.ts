import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../../testing/client.ts';
import { createCrashingServer } from '../../testing/servers/crashing-server.ts';

test('an acknowledged call is there after kill -9, for its screen too, and its key makes no second one', async (t) => {
  // Mute: a voice that outlives the server would write into what is taken away.
  const server = await createCrashingServer(t, { ESPEAK_PATH: '/nonexistent' });
  let admin = await server.start();
  const user = await admin.call('GET /api/user');
  const [screen] = await admin.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: user.id },
    body: { quantity: 1 },
  });
  const tv = new Client(server.url);
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
    await server.kill();
    assert.equal(last.status, 201);
    admin = await server.start();
    const { calls } = await tv.call('GET /api/player/calls', { query: { after: last.id - 1 } });
    assert.deepEqual(
      calls.map(({ id, label }) => [id, label]),
      [[last.id, String(number)]],
    );
    assert.deepEqual(await call(String(number)), last);
  }
  assert.equal((await admin.call('GET /api/calls')).calls.length, 3);
});
