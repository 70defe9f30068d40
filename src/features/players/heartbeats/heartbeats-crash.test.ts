import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import { Client } from '../../../testing/client.ts';
import { createCrashingServer } from '../../../testing/servers/crashing-server.ts';

test('kill -9 loses at most the last five seconds of what a screen said of itself', async (t) => {
  const server = await createCrashingServer(t);
  const admin = await server.start();
  const me = await admin.call('GET /api/user');
  const [made] = await admin.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: me.id },
    body: { quantity: 1 },
  });
  const device = new Client(server.url);
  const { token, playerId } = await device.call('POST /api/player/activate', {
    body: { activationCode: made?.activationCode ?? '' },
  });
  const heartbeat = (videoId: number) =>
    device.call('POST /api/player/heartbeat', { body: { token, playerId, state: { videoId } } });
  device.bearer = token;
  const { serverTime: before } = await device.call('GET /api/player/assigned-playlist');
  await heartbeat(1);
  // The batch, and time for a busy machine to write it.
  await sleep(limits.heartbeatFlushMs + 3_000);
  await heartbeat(2);
  const again = await server.crash();
  const screen = (await again.call('GET /api/my-players')).find(({ id }) => id === playerId);
  assert.ok((screen?.lastPing ?? '') >= before, `${screen?.lastPing}: the first one was written`);
  assert.ok([1, 2].includes(screen?.state?.videoId ?? 0));
});
