/** Tests that a power cut of the device neither loses nor duplicates a play (contract/README 19.1 and 19.2). */
import assert from 'node:assert/strict';
import type { BrowserContext } from 'playwright-core';
import type { Play } from '../../../src/contract/plays.ts';
import { eventually, newProfile, openPlaying, openTv, smallViewport, startServer, test } from '../testing/tv.ts';

test('a killed browser loses no stored play, and one that is killed before the acknowledgement duplicates none', async (t) => {
  const server = await startServer(t);
  const profile = await newProfile(t);
  const items = [await server.image('vermelho', '#c81e1e', 2), await server.image('azul', '#1e3cc8', 2)];
  const sent = new Map<string, Play>();
  let isAcknowledged = true;
  /** Records the plays that the server receives. Unless `isAcknowledged`, the screen gets no response. */
  const prepare = ({ context }: { context: BrowserContext }) =>
    context.route('**/api/player/plays', async (route) => {
      const { plays } = route.request().postDataJSON() as { plays: Play[] };
      // This request is sent by the test, which cannot resolve the name that the TV uses.
      const { url } = server.app;
      const headers = { ...route.request().headers(), origin: url };
      const response = await route.fetch({ url: `${url}/api/player/plays`, headers });
      if (response.ok()) for (const play of plays) sent.set(play.uuid, play);
      if (isAcknowledged) await route.fulfill({ response });
    });
  const options = { ...smallViewport, profile, prepare };
  const first = await openPlaying(t, server, items, options);
  /** Returns the plays that are stored on the device. */
  const storedPlays = () =>
    first.page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          indexedDB.open('antessala').onsuccess = ({ target }) => {
            const database = (target as IDBOpenDBRequest).result;
            const all = database
              .transaction('saved')
              .objectStore('saved')
              .getAll(IDBKeyRange.bound(['play'], ['play', []]));
            all.onsuccess = () => {
              database.close();
              resolve((all.result as Play[]).map(({ uuid }) => uuid));
            };
          };
        }),
    );
  let storedUuids: string[] = [];
  await eventually('plays are stored', async () => (storedUuids = await storedPlays()).length >= 4);
  assert.equal(sent.size, 0, 'they are sent only every five minutes');
  await first.tv.cutPower();

  isAcknowledged = false;
  const second = await openTv(t, server, options);
  await second.restart();
  await eventually(
    () => `the server has ${storedUuids.length}: ${sent.size}`,
    () => sent.size >= storedUuids.length,
  );
  await second.cutPower();

  isAcknowledged = true;
  const received = sent.size;
  let repeated = 0;
  const third = await openTv(t, server, options);
  third.page.on('response', async (response) => {
    if (!response.url().endsWith('/api/player/plays')) return;
    const { plays } = response.request().postDataJSON() as { plays: Play[] };
    repeated += plays.filter(({ uuid }) => storedUuids.includes(uuid)).length;
  });
  await third.restart();
  await eventually('they are sent again', () => repeated >= storedUuids.length);

  assert.deepEqual(
    storedUuids.filter((uuid) => !sent.has(uuid)),
    [],
  );
  await server.app.parts.plays.whenIdle();
  const months = new Set([...sent.values()].map(({ startedAt }) => startedAt.slice(0, 7)));
  let total = { plays: 0, ms: 0 };
  for (const month of months) {
    const { plays, ms } = await server.owner.call('GET /api/plays/report', {
      query: { period: 'month', day: `${month}-15` },
    });
    total = { plays: total.plays + plays, ms: total.ms + ms };
  }
  assert.ok(received >= storedUuids.length && total.plays === sent.size, JSON.stringify({ total, sent: sent.size }));
  const starts = [...sent.values()].map(({ startedAt }) => Date.parse(startedAt));
  assert.ok(total.ms <= Date.now() - Math.min(...starts));
});
