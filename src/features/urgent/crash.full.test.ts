import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCrashingServer } from '../../testing/servers/crashing-server.ts';
import { activateOwnScreen } from '../../testing/steps.ts';

test('an acknowledged urgent notice, its receipt and its end are stored after kill -9, and the screen gets the notice', async (t) => {
  // No speech: a speech program that outlives the server would write to a deleted folder.
  const server = await createCrashingServer(t, { ESPEAK_PATH: '/nonexistent' });
  let admin = await server.start();
  const tv = await activateOwnScreen(admin);
  const crash = async () => {
    admin = await server.crash();
  };
  const idsOn = async () => (await tv.call('GET /api/player/assigned-playlist')).urgent;
  const { id } = await admin.call('POST /api/urgent', { body: { text: 'Saiam com calma', isForAll: true } });
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
