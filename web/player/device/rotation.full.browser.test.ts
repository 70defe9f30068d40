/** Tests turned screens (contract/README 9.11), the identification of a TV (9.12), and the restart of its page (9.15). */
import assert from 'node:assert/strict';
import { callPatient, createCallRoom } from '../testing/calls.ts';
import { openTv, startServer, test, type Tv } from '../testing/tv.ts';
import { sendUrgent } from '../testing/urgent.ts';

const screen = { width: 1280, height: 720 };
/** Expected box of the ticker at each rotation: left, top, right, bottom. `size`: its height before the rotation. */
const tickerAt = {
  0: (size: number) => [0, 720 - size, 1280, 720],
  90: (size: number) => [0, 0, size, 720],
  180: (size: number) => [0, 0, 1280, size],
  270: (size: number) => [1280 - size, 0, 1280, 720],
};
const blue = [30, 60, 200];

const boxOf = (tv: Tv, selector: string) =>
  tv.page.locator(selector).evaluate((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
  });

test('a rotation turns the screen at once, with its ticker, calls and urgent notices, and remains after a start without the server', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server, { viewport: screen });
  const { playerId, playlistId } = await server.sendTo(tv, [await server.image('azul', '#1e3cc8')]);
  await server.addTicker(playlistId);
  await tv.until('body.has-ticker[data-state="playing"]');
  const params = { id: playerId };
  const fullScreen = [0, 0, screen.width, screen.height];
  for (const rotation of [90, 180, 270, 0] as const) {
    await server.owner.call('PATCH /api/my-players/:id/settings', { params, body: { rotation } });
    await tv.until(rotation === 0 ? 'html:not([data-rotation])' : `html[data-rotation="${rotation}"]`);
    assert.equal(await tv.page.locator('html.is-upright').count(), rotation % 180 === 0 ? 0 : 1);
    assert.deepEqual(await boxOf(tv, '#root'), fullScreen);
    await tv.untilColour(blue);
    const size = await tv.page.locator('.ticker').evaluate((node: HTMLElement) => node.offsetHeight);
    const box = await boxOf(tv, '.ticker');
    const expected = tickerAt[rotation](size);
    assert.ok(
      box.every((side, index) => Math.abs(side - (expected[index] ?? 0)) <= 1),
      `${rotation}: ${box.join()}`,
    );
  }

  await server.owner.call('PATCH /api/my-players/:id/settings', { params, body: { rotation: 90 } });
  await tv.until('html[data-rotation="90"]');
  await callPatient(server, await createCallRoom(server), 'P042');
  await tv.until('.call.is-visible');
  await tv.page.waitForFunction(() => getComputedStyle(document.querySelector('.call') as Element).opacity === '1');
  const [left = 0, top, right = 0, bottom] = await boxOf(tv, '.call');
  assert.deepEqual([top, bottom], [0, 720], 'the card spans the shorter side');
  assert.ok(left > 0 && left < 200 && right < 700, 'it is above the ticker, which is at the left edge');
  await sendUrgent(server, 'Saiam pela escada');
  await tv.until('.urgent.is-visible');
  assert.deepEqual(await boxOf(tv, '.urgent'), fullScreen);

  await server.stop();
  await tv.restart();
  await tv.until('html[data-rotation="90"] .urgent.is-visible');
  assert.deepEqual(await boxOf(tv, '.urgent'), fullScreen);
});

test('a TV that is identified shows its name for 20 s, beneath calls', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server, { viewport: screen });
  const { playerId } = await server.sendTo(tv, [await server.image('azul', '#1e3cc8', 600)]);
  await tv.untilPlaying();
  const params = { id: playerId };
  await server.owner.call('PATCH /api/my-players/:id/rename', { params, body: { name: 'Recepção do térreo' } });
  await server.owner.call('POST /api/my-players/:id/identify', { params });
  const name = tv.page.getByTestId('identify-name').getByText('Recepção do térreo');
  await name.waitFor();
  const height = await name.evaluate((node) => parseFloat(getComputedStyle(node).fontSize));
  assert.ok(height > 90, `${height} px`);
  await callPatient(server, await createCallRoom(server), 'P042');
  await tv.until('.call.is-visible');
  await tv.page.waitForFunction(() => getComputedStyle(document.querySelector('.call') as Element).opacity === '1');
  const [left = 0, , right = 0, bottom = 0] = await boxOf(tv, '.call-who');
  const topmost = await tv.page.evaluate(
    ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.className,
    [(left + right) / 2, bottom - 10],
  );
  assert.equal(topmost, 'call-who', 'the call is above the name');
  await name.waitFor({ state: 'hidden' });
  await tv.untilColour(blue);
});

test('a page that is restarted from the studio loads once and shows the same item', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server, { viewport: screen });
  const { playerId } = await server.sendTo(tv, [await server.image('azul', '#1e3cc8', 600)]);
  await tv.untilColour(blue);
  let loads = 0;
  tv.page.on('load', () => (loads += 1));
  const loaded = tv.page.waitForEvent('load');
  await server.owner.call('POST /api/my-players/:id/restart', { params: { id: playerId } });
  await loaded;
  await tv.untilColour(blue);
  await tv.page.waitForResponse((response) => response.url().includes('/api/player/heartbeat'));
  assert.equal(loads, 1);
});
