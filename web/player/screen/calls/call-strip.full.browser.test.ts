/** Tests the strip with the last calls, and the order of the layers (web/player/README 1.11). */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { ageCalls, callPatient, createCallRoom, playForCalls, stripOf, untilRecorded } from '../../testing/calls.ts';
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
  // The server's clock does not advance with the page's: make the call two hours older on the server now.
  ageCalls(server, 7_200, id);
  return tv;
}

test('the strip disappears after its time limits', async (t) => {
  const server = await startServer(t);
  const roomId = await createCallRoom(server);

  await t.test('the strip disappears two hours after its last call', async (t) => {
    const tv = await openWithStrip(t, server, roomId);
    await tv.page.clock.fastForward(minutes(118));
    await tv.page.clock.runFor(3_000);
    assert.deepEqual(await stripOf(tv), ['42']);
    await tv.page.clock.fastForward(minutes(2));
    await tv.untilTrue(() => !document.body.classList.contains('has-calls'));
    assert.deepEqual(await stripOf(tv), []);
    assert.equal(await tv.page.getByTestId('call-strip').isVisible(), false);
  });

  await t.test('the strip disappears 15 minutes after the last response of the server', async (t) => {
    const tv = await openWithStrip(t, server, roomId);
    await server.stop();
    // Wait until the screen detects by failed polls that the server is away.
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
  const roomId = await createCallRoom(server, 30);
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
  const [call = 0, notice = 0, ticker = 0, strip = 0] = layers;
  assert.ok(call > notice && notice > ticker && notice > strip, layers.join());
  // Where notice and call overlap, the call is visible.
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

test('at 1080p tickets in the strip are at least 64 px and short rooms 40 px high, and long texts are not cut', async (t) => {
  const server = await startServer(t);
  await server.owner.call('PUT /api/call-settings/names', { body: { namePolicy: 'full', confirmed: true } });
  await server.owner.call('PUT /api/call-settings', { body: { seconds: 5, chime: false, voice: false } });
  const calls = [
    ['80-012', 'Consultório 12'],
    ['Maria Aparecida dos Santos', 'Guichê 3'],
    ['P042', 'Consultório da Dra. Ana'],
    ['Wilhelmina Gonçalves', 'Otorrinolaringologia 2'],
  ] as const;
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
  ]) {
    const tv = await openTv(t, server);
    await tv.page.setViewportSize(size);
    ageCalls(server, 200);
    for (const [label, name] of calls) {
      const rooms = await server.owner.call('GET /api/call-rooms');
      const { id } =
        rooms.find((room) => room.name === name) ??
        (await server.owner.call('POST /api/call-rooms', { body: { name } }));
      const made = await callPatient(server, id, label);
      ageCalls(server, 200, made.id);
    }
    await server.sendTo(tv, [await server.image('azul', '#1e3cc8', 600)]);
    await tv.untilPlaying();
    await tv.page.locator('.call-strip li').nth(3).waitFor();
    await tv.page.evaluate(() => document.fonts.ready);
    const measured = await tv.page.evaluate(() => {
      // Height of digits and capitals in Inter: 0.727 of the font's size.
      const heightOf = (text: Element) => parseFloat(getComputedStyle(text).fontSize) * 0.727;
      return Array.from(document.querySelectorAll('.call-strip li'), (item) => {
        const [label, room] = Array.from(item.querySelectorAll('span')) as [HTMLElement, HTMLElement];
        const isWhole = [label, room].every((text) => {
          const [inner, outer] = [text.getBoundingClientRect(), item.getBoundingClientRect()];
          const box = text.parentElement as HTMLElement;
          return (
            inner.bottom <= outer.bottom + 1 &&
            inner.top >= outer.top - 1 &&
            text.scrollWidth <= box.clientWidth + 1 &&
            text.offsetHeight <= box.clientHeight + 1
          );
        });
        return {
          text: `${label.textContent} ${room.textContent}`,
          label: heightOf(label),
          room: heightOf(room),
          isWhole,
        };
      });
    });
    for (const { text, label, room, isWhole } of measured) {
      assert.ok(isWhole, `${text} is not cut`);
      assert.ok(label >= (/\d/.test(text.slice(0, 4)) ? 64 : 28), `${text}: ${label} px`);
      assert.ok(room >= (text.includes('Otorrino') ? 28 : 40), `${text}: room ${room} px`);
    }
    assert.equal(measured.length, 4);
  }
});
