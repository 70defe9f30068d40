import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import { createCrashingServer } from '../../../testing/servers/crashing-server.ts';
import { activateOwnScreen, heartbeat, pollScreen } from '../../../testing/steps.ts';

test("kill -9 loses at most the last five seconds of a screen's reports", async (t) => {
  const server = await createCrashingServer(t);
  const admin = await server.start();
  const device = await activateOwnScreen(admin);
  const { serverTime: before } = await pollScreen(device);
  await heartbeat(device, { videoId: 1 });
  // Wait for the batch, with time for a busy machine to write it.
  await sleep(limits.heartbeatFlushMs + 3_000);
  await heartbeat(device, { videoId: 2 });
  const restarted = await server.crash();
  const screen = (await restarted.call('GET /api/my-players')).find(({ id }) => id === device.playerId);
  assert.ok((screen?.lastPing ?? '') >= before, `${screen?.lastPing}: the first heartbeat was written`);
  assert.ok([1, 2].includes(screen?.state?.videoId ?? 0));
});
