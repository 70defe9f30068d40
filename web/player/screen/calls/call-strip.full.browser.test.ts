/** The strip with the last calls, and what lies over what (web/player/README 1.11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageCalls, callPatient, callRoom, playForCalls, untilNoted } from '../../testing/calls.ts';
import { openTv, type Server, skip, startServer, type Tv, installClock } from '../../testing/tv.ts';

const labels = (tv: Tv) => tv.page.locator('.call-strip .strip-label').allTextContents();
const minutes = (count: number) => count * 60_000;

/** A screen whose clock can be moved, with one call in its strip. */
async function withStrip(server: Server, tv: Tv, roomId: number): Promise<void> {
  await installClock(tv);
  await playForCalls(server, tv);
  const { id } = await callPatient(server, roomId, '42');
  await tv.page.locator('.call.is-visible').waitFor();
  await tv.page.clock.fastForward(10_000);
  await tv.page.locator('.call:not(.is-visible)').waitFor({ state: 'attached' });
  await tv.page.locator('.strip-label', { hasText: '42' }).waitFor();
  // The server's clock stays where it is: for what it tells of the call, two hours have passed there too.
  ageCalls(server, 7_200, id);
}

test('the strip ends', { skip, timeout: 600_000 }, async (t) => {
  const server = await startServer(t);
  const roomId = await callRoom(server);

  await t.test('two hours after its last call', async (t) => {
    const tv = await openTv(t, server);
    await withStrip(server, tv, roomId);
    await tv.page.clock.fastForward(minutes(118));
    await tv.page.clock.runFor(3_000);
    assert.deepEqual(await labels(tv), ['42']);
    await tv.page.clock.fastForward(minutes(2));
    await tv.page.waitForFunction(() => !document.body.classList.contains('has-calls'));
    assert.deepEqual(await labels(tv), []);
    assert.equal(await tv.page.getByTestId('call-strip').isVisible(), false);
  });

  await t.test('15 minutes after the server was last heard', async (t) => {
    const tv = await openTv(t, server);
    await withStrip(server, tv, roomId);
    await server.stop();
    // Its polls miss, and it knows.
    for (let tries = 0; tries < 30; tries += 1) {
      await tv.page.clock.runFor(2_000);
      await tv.page.waitForTimeout(100);
    }
    await tv.page.clock.fastForward(minutes(13));
    await tv.page.clock.runFor(2_000);
    assert.deepEqual(await labels(tv), ['42']);
    await tv.page.clock.fastForward(minutes(3));
    await tv.page.waitForFunction(() => !document.body.classList.contains('has-calls'));
    assert.equal(await tv.state(), 'playing');
    await server.start();
  });
});

test('a call lies over a notice, and a notice over ticker and strip', { skip, timeout: 360_000 }, async (t) => {
  const server = await startServer(t);
  const roomId = await callRoom(server, 30);
  const tv = await openTv(t, server);
  await playForCalls(server, tv);
  const notice = { title: 'Obras', message: 'Elevador parado', noticeType: 'global' as const };
  await server.app.admin.call('POST /api/admin/notices', {
    body: { ...notice, backgroundColor: '#1133aa', textColor: '#ffff00' },
  });
  await tv.page.getByRole('heading', { name: 'Obras' }).waitFor();
  await callPatient(server, roomId, '42');
  await untilNoted(tv, 'card 42');
  const layers = await tv.page.evaluate(() =>
    ['.call', '.notice', '.ticker', '.call-strip'].map((name) =>
      Number(getComputedStyle(document.querySelector(name) as Element).zIndex),
    ),
  );
  const [call = 0, over = 0, ticker = 0, strip = 0] = layers;
  assert.ok(call > over && over > ticker && over > strip, layers.join());
  // Both are there, and where they meet it is the call that is seen.
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
