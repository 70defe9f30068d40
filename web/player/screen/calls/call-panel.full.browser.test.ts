/** Tests the call layout `panel`: a list of calls beside a picture that is made smaller for it (web/player/README 1.13). */
import assert from 'node:assert/strict';
import { assertNear, colourAt } from '../../../../src/testing/media.ts';
import { ageCalls, callPatient, createCallRoom, receiptsOf } from '../../testing/calls.ts';
import { openTv, type Server, startServer, test, type Tv } from '../../testing/tv.ts';

const blue = [30, 60, 200];

/** Shows the panel on a TV that plays a video, with a ticker. */
async function playBesidePanel(server: Server, tv: Tv): Promise<void> {
  const { playerId, playlistId } = await server.sendTo(tv, [await server.video('azul', '#1e3cc8', 120)]);
  const params = { id: playerId };
  await server.owner.call('PUT /api/my-players/:id/call-layout', { params, body: { callLayout: 'panel' } });
  await server.addTicker(playlistId);
  await tv.until('body.has-panel.has-ticker[data-state="playing"]');
  await tv.untilVideoAt(0.5);
}

const boxOf = (tv: Tv, selector: string) =>
  tv.page.locator(selector).evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { left: Math.round(left), top: Math.round(top), width: Math.round(width), height: Math.round(height) };
  });

/** Returns the mean colour of the middle of the picture beside the panel. */
async function pictureColour(tv: Tv): Promise<number[]> {
  const { left, top, width, height } = await boxOf(tv, '.stage');
  const middle = { left: left + width / 4, top: top + height / 4, width: width / 2, height: height / 2 };
  const rounded = Object.fromEntries(Object.entries(middle).map(([name, value]) => [name, Math.round(value)]));
  return colourAt(await tv.page.screenshot(), rounded as typeof middle);
}

/** Returns for each call of the list the heights of its capitals (0.727 of the font size in Inter), and whether it is not cut. */
const listOf = (tv: Tv) =>
  tv.page.locator('.call-panel li').evaluateAll((items) =>
    items.map((item) => {
      const texts = Array.from(item.querySelectorAll('span'));
      return {
        text: texts.map(({ textContent }) => textContent).join(' '),
        heights: texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * 0.727),
        isWhole: texts.every((text) => {
          const box = text.parentElement as HTMLElement;
          return text.scrollWidth <= box.clientWidth + 1 && text.offsetHeight <= item.clientHeight + 1;
        }),
      };
    }),
  );

test('a panel lists calls beside a video that plays on, labels at least 64 px and short rooms at least 40 px high', async (t) => {
  const server = await startServer(t);
  const room = await createCallRoom(server);
  const body = { name: 'Consultório da Dra. Ana' };
  const { id: otherRoom } = await server.owner.call('POST /api/call-rooms', { body });
  for (const viewport of [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
  ]) {
    ageCalls(server, 8_000);
    const tv = await openTv(t, server, { viewport });
    await playBesidePanel(server, tv);
    const isUpright = viewport.height > viewport.width;
    await tv.page.getByText('Aguarde a sua chamada').waitFor();
    const pictureBox = await boxOf(tv, '.stage');
    assert.deepEqual([pictureBox.width, pictureBox.height], isUpright ? [1080, 608] : [800, 450]);

    await tv.page.evaluate(() => {
      const video = [...document.querySelectorAll('video')].find(({ paused }) => !paused);
      Object.assign(window, { video, interruptions: [] as string[] });
      for (const type of ['emptied', 'pause', 'loadstart'])
        video?.addEventListener(type, () => (window as unknown as Played).interruptions.push(type));
    });
    for (const [label, roomId] of [
      ['80-012', room],
      ['P042', otherRoom],
      ['N007', room],
    ] as const)
      await callPatient(server, roomId, label);
    const last = await callPatient(server, room, 'P043');
    let samples = 0;
    for (let hasEnded = false; !hasEnded; samples += 1) {
      assertNear(await pictureColour(tv), blue, 40);
      hasEnded = await tv.page.evaluate(
        (id) => (window as unknown as Played).lastCalledId === id && !document.querySelector('.panel-last.is-calling'),
        last.id,
      );
      await tv.page.evaluate(() => {
        const called = document.querySelector<HTMLElement>('.panel-last.is-calling')?.dataset.callId;
        if (called) Object.assign(window, { lastCalledId: Number(called) });
      });
    }
    t.diagnostic(`${samples} samples of the picture`);
    const played = await tv.page.evaluate(() => {
      const { video, interruptions } = window as unknown as Played;
      return { playsOn: video.isConnected && !video.paused && video.currentTime > 10, interruptions };
    });
    assert.deepEqual(played, { playsOn: true, interruptions: [] });
    assert.deepEqual(await boxOf(tv, '.stage'), pictureBox, 'no call moves the picture');
    assert.equal((await receiptsOf(server, last.id)).length > 0, true);

    assert.equal(await tv.page.getByTestId('panel-label').textContent(), 'P043');
    const list = await listOf(tv);
    assert.deepEqual(
      list.map(({ text }) => text),
      ['N007 Consultório 3', 'P042 Consultório da Dra. Ana', '80-012 Consultório 3'],
    );
    for (const { text, heights, isWhole } of list) {
      const [label = 0, where = 0] = heights;
      assert.ok(isWhole && label >= 64 && where >= (text.includes('Ana') ? 32 : 40), `${text}: ${heights.join()}`);
    }
    const [panel, ticker] = [await boxOf(tv, '.panel-previous'), await boxOf(tv, '.ticker')];
    assert.ok(panel.top + panel.height <= ticker.top, 'the ticker covers no call');
    if (isUpright) continue;

    await server.stop();
    await tv.restart();
    await tv.until('body.has-panel[data-state="playing"]');
    assert.equal(await tv.page.getByTestId('panel-empty').isVisible(), true, 'no call is stored on the device');
    await tv.page
      .getByTestId('clock')
      .getByText(/^\d\d:\d\d$/)
      .waitFor();
    await server.start();
  }
});

interface Played {
  video: HTMLVideoElement;
  interruptions: string[];
  /** Id of the last call that the panel announced. */
  lastCalledId?: number;
}
