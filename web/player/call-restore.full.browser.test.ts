/**
 * Tests calls on a TV that keeps running while its server is restored from a backup, by the function that the command `restore`
 * uses (contract/README 15.2).
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { restoreBackup } from '../../src/features/backups/restore.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrationsDir } from '../../src/platform/process/assets.ts';
import {
  callPatient,
  createCallRoom,
  playForCalls,
  recordedEvents,
  stripOf,
  untilPlayed,
  untilRecorded,
} from './testing/calls.ts';
import { eventually, openTv, smallViewport, startServer, test } from './testing/tv.ts';

/** Time limit for a card. The product promises a second; a busy machine may be slower. */
const shownWithinMs = 5_000;

test('after a backup is restored, the TV shows new calls without a reload, also those with the label of a call made after the backup', async (t) => {
  const server = await startServer(t);
  const roomId = await createCallRoom(server);
  const tv = await openTv(t, server, smallViewport);
  await playForCalls(server, tv);
  await tv.page.evaluate(() => Object.assign(window, { isSamePage: true }));

  /** Calls a patient, and waits for the card and its end. */
  async function callAndSee(label: string): Promise<void> {
    const { id } = await callPatient(server, roomId, label);
    const since = performance.now();
    await tv.page.locator(`.call.is-visible[data-call-id="${id}"]`).waitFor({ timeout: shownWithinMs });
    t.diagnostic(`${label} is shown after ${Math.round(performance.now() - since)} ms`);
    await untilPlayed(server, id);
    await untilRecorded(tv, 'empty');
  }

  await callAndSee('10');
  const { dataDir, parts } = server.app;
  const { name } = await parts.backups.take(new AbortController().signal);
  const lostLabels = ['21', '22', '23'];
  for (const label of lostLabels) await callAndSee(label);

  await server.stop();
  const { missing } = await restoreBackup({
    ...{ from: join(dataDir, 'backups', name), dataDir },
    ...{ migrationsDir, timeZone: 'America/Sao_Paulo', clock: systemClock },
  });
  assert.deepEqual(missing, []);
  await server.start();
  assert.deepEqual(
    (await server.owner.call('GET /api/calls')).calls.map(({ label }) => label),
    ['10'],
  );
  await eventually('the TV is connected again', () => server.app.parts.sockets.counts().players === 1);

  const labelsAfter = ['31', ...lostLabels, '32'];
  for (const label of labelsAfter) await callAndSee(label);
  const cards = (await recordedEvents(tv)).filter((event) => event.startsWith('card'));
  assert.deepEqual(
    cards,
    ['10', ...lostLabels, ...labelsAfter].map((label) => `card ${label}`),
  );
  assert.deepEqual(await stripOf(tv), labelsAfter.slice(1).toReversed());
  assert.equal(await tv.page.evaluate(() => 'isSamePage' in window), true);
});
