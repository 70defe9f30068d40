/** Tests the strip with the last calls, and the order of the layers (web/player/README 1.11). */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { ageCalls, callPatient, callRoom, playForCalls, stripOf, untilRecorded } from '../../testing/calls.ts';
import { openTv, type Server, test, startServer, type Tv, installClock } from '../../testing/tv.ts';

const minutes = (count: number) => count * 60_000;

/** Opens a screen whose clock can be moved, with one call in its strip. */
async function openWithStrip(t: TestContext, server: Server, roomId: number): Promise<Tv> {
  const tv = await openTv(t, server, { prepare: installClock });
  await playForCalls(server, tv);
  const { id } = await callPatient(server, roomId, '42');
  await tv.page.locator('.call.is-visible').waitFor();
  await tv.page.clock.fastForward(10_000);
  await tv.page.locator('.call:not(.is-visible)').waitFor({ state: 'attached' });
  await tv.page.locator('.strip-label', { hasText: '42' }).waitFor();
  // The server's clock stays unchanged: set the call back there, so that two hours have passed there too.
  ageCalls(server, 7_200, id);
  return tv;
}

test('the strip ends', async (t) => {
  const server = await startServer(t);
  const roomId = await callRoom(server);

  await t.test('two hours after its last call', async (t) => {
    const tv = await openWithStrip(t, server, roomId);
    await tv.page.clock.fastForward(minutes(118));
    await tv.page.clock.runFor(3_000);
    assert.deepEqual(await stripOf(tv), ['42']);
    await tv.page.clock.fastForward(minutes(2));
    await tv.untilTrue(() => !document.body.classList.contains('has-calls'));
    assert.deepEqual(await stripOf(tv), []);
    assert.equal(await tv.page.getByTestId('call-strip').isVisible(), false);
  });

  await t.test('15 minutes after the last response of the server', async (t) => {
    const tv = await openWithStrip(t, server, roomId);
    await server.stop();
    // The screen's polls fail, and it detects that.
    for (let tries = 0; tries < 30; tries += 1) {
      await tv.page.clock.runFor(2_000);
      await tv.page.waitForTimeout(100);
    }
    await tv.page.clock.fastForward(minutes(13));
    await tv.page.clock.runFor(2_000);
    assert.deepEqual(await stripOf(tv), ['42']);
    await tv.page.clock.fastForward(minutes(3));
    await tv.untilTrue(() => !document.body.classList.contains('has-calls'));
    assert.equal(await tv.state(), 'playing');
    await server.start();
  });
});

test('a call is above a notice, and a notice above ticker and strip', async (t) => {
  const server = await startServer(t);
  const roomId = await callRoom(server, 30);
  const tv = await openTv(t, server);
  await playForCalls(server, tv);
  await server.addNotice();
  await tv.page.getByRole('heading', { name: 'Obras' }).waitFor();
  await callPatient(server, roomId, '42');
  await untilRecorded(tv, 'card 42');
  const layers = await tv.page.evaluate(() =>
    ['.call', '.notice', '.ticker', '.call-strip'].map((name) =>
      Number(getComputedStyle(document.querySelector(name) as Element).zIndex),
    ),
  );
  const [call = 0, over = 0, ticker = 0, strip = 0] = layers;
  assert.ok(call > over && over > ticker && over > strip, layers.join());
  // Both are shown, and where they overlap the call is visible.
  const top = await tv.page.evaluate(() => {
    const [notice, call] = ['.notice.is-visible', '.call.is-visible'].map((name) =>
      (document.querySelector(name) as Element).getBoundingClientRect(),
    ) as [DOMRect, DOMRect];
    const [x, y] = [
      (notice.left + notice.right) / 2,
      (Math.max(notice.top, call.top) + Math.min(notice.bottom, call.bottom)) / 2,
    ];
    return notice.bottom > call.top && (document.elementFromPoint(x, y)?.closest('.call, .notice')?.className ?? '');
  });
  assert.match(String(top), /^call\b/);
});
