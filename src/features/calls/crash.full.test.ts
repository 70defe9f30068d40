import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from '../../contract/calls.ts';
import { createCrashingServer } from '../../testing/servers/crashing-server.ts';
import { activateOwnScreen, postWithKey } from '../../testing/steps.ts';

test('an acknowledged call survives kill -9, its screen gets it, and a request with the same key creates no second call', async (t) => {
  // No speech: a speech program that outlives the server would write to a deleted folder.
  const server = await createCrashingServer(t, { ESPEAK_PATH: '/nonexistent' });
  let admin = await server.start();
  const tv = await activateOwnScreen(admin);
  const { id: roomId } = await admin.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const call = (label: string) => postWithKey<Call>(admin, '/api/calls', `key-${label}`, { label, roomId });
  for (const label of ['1', '2', '3']) {
    const { status, body } = await call(label);
    admin = await server.crash();
    assert.equal(status, 201);
    const { calls } = await tv.call('GET /api/player/calls', { query: { after: body.id - 1 } });
    assert.deepEqual(
      calls.map((each) => [each.id, each.label]),
      [[body.id, label]],
    );
    const repeated = await call(label);
    assert.deepEqual([repeated.status, repeated.body.id], [201, body.id]);
  }
  assert.equal((await admin.call('GET /api/calls')).calls.length, 3);
});
