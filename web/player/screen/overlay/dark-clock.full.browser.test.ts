/** Tests what a dark screen shows (contract/README 9.14). */
import assert from 'node:assert/strict';
import { callPatient, createCallRoom } from '../../testing/calls.ts';
import { openTv, smallViewport, startServer, test } from '../../testing/tv.ts';

test('a dark screen is black, or shows a dimmed clock, also after a start without the server', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server, smallViewport);
  const { playerId } = await server.sendTo(tv, [await server.image('azul', '#1e3cc8')]);
  await tv.untilPlaying();
  const targets = [{ kind: 'screen' as const, id: playerId }];
  const always = { days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0, weeks: 'every' as const, priority: 1, isExact: true };
  await server.owner.call('POST /api/schedules', {
    body: { ...always, plays: 'dark', targets, firstDate: null, lastDate: null },
  });
  await tv.until('body[data-state="dark"]');
  const clock = tv.page.getByTestId('clock');
  await clock.waitFor({ state: 'hidden' });
  await tv.untilColour([0, 0, 0]);
  const dim = (darkBrightness: number) =>
    server.owner.call('PATCH /api/my-players/:id/settings', { params: { id: playerId }, body: { darkBrightness } });
  const opacity = () => tv.page.locator('.plate.is-clock').evaluate((node) => Number(getComputedStyle(node).opacity));
  await dim(30);
  await clock.waitFor();
  assert.equal(await opacity(), 0.3);
  assert.equal(await tv.page.locator('.overlay-clinic').isVisible(), false);

  await server.stop();
  await tv.restart();
  await tv.until('body[data-state="dark"]');
  await clock.waitFor();
  assert.equal(await opacity(), 0.3);
  await server.start();
  await callPatient(server, await createCallRoom(server), 'P042');
  await tv.until('.call.is-visible');
  await dim(0);
  await clock.waitFor({ state: 'hidden' });
});
