import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Play } from '../../contract/plays.ts';
import { createCrashingServer } from '../../testing/servers/crashing-server.ts';
import { activateOwnScreen } from '../../testing/steps.ts';
import { until } from '../../testing/until.ts';

test('if the server is killed after it has received plays and before it has added them to the daily totals, no play is lost or doubled', async (t) => {
  const server = await createCrashingServer(t, { ESPEAK_PATH: '/nonexistent' });
  let admin = await server.start();
  const screen = await activateOwnScreen(admin);
  const begin = Date.now() - 86_400_000;
  const plays = Array.from({ length: 3_000 }, (_, index): Play => ({
    ...{ uuid: randomUUID(), item: 1 + (index % 40), sha256: 'a'.repeat(64), playlist: null, rule: null },
    ...{ startedAt: new Date(begin + index * 20_000).toISOString(), ms: 20_000, end: 'complete', hadSound: false },
  }));
  for (let from = 0; from < plays.length; from += 200) {
    const body = { plays: plays.slice(from, from + 200) };
    await screen.call('POST /api/player/plays', { body });
    if (from % 1_000 !== 0) continue;
    // At most a part of this batch is in the daily totals. The screen sends the batch again, as if the response had been lost.
    admin = await server.crash();
    await screen.call('POST /api/player/plays', { body });
  }
  const months = new Set([begin, Date.now()].map((at) => new Date(at).toISOString().slice(0, 7)));
  const total = async () => {
    const totals = { plays: 0, ms: 0 };
    for (const month of months) {
      const query = { period: 'month', day: `${month}-15` } as const;
      const { plays: count, ms } = await admin.call('GET /api/plays/report', { query });
      totals.plays += count;
      totals.ms += ms;
    }
    return totals;
  };
  await until('all plays are added', async () => (await total()).plays >= plays.length);
  assert.deepEqual(await total(), { plays: plays.length, ms: plays.length * 20_000 });
});
