/** Tests urgent notices on a screen (web/player/README 1.12). */
import assert from 'node:assert/strict';
import { assertNear } from '../../../../src/testing/media.ts';
import { callPatient, createCallRoom, receiptsOf } from '../../testing/calls.ts';
import { startRadio } from '../../testing/tone-station.ts';
import {
  delay,
  eventually,
  installClock,
  newProfile,
  openPlaying,
  openTv,
  quickestOf,
  type Server,
  startServer,
  test,
} from '../../testing/tv.ts';
import { endUrgent, hiddenNotice, visibleNotice, longText, measured, sendUrgent } from '../../testing/urgent.ts';

const red = [200, 30, 30];
const screen = { viewport: { width: 1366, height: 768 } };
const receipt = async (server: Server, id: number) =>
  (await server.owner.call('GET /api/urgent/:id', { params: { id } })).receipts[0];

test('urgent notices over a picture', async (t) => {
  const server = await startServer(t);
  const { tv, page } = await openPlaying(t, server, [await server.image('vermelho', '#c81e1e', 600)], screen);

  await t.test('500 characters, and a single long word, are fully visible on each kind of screen', async () => {
    /** Waits until the text is readable: the font size changes only after the text or the window has changed. */
    const untilReadable = async (name: string, minPx: number) => {
      let found = '';
      await eventually(
        () => `${name} is readable: ${found}`,
        async () => {
          const { px, lines, isTextAreaOnScreen, isTextInArea } = await measured(tv);
          found = JSON.stringify({ px, lines, isTextAreaOnScreen, isTextInArea });
          return isTextAreaOnScreen && isTextInArea && lines > 0 && px >= minPx;
        },
      );
    };
    const { id } = await sendUrgent(server, longText, { preset: 'power' });
    await tv.until(visibleNotice(id));
    // At least 38 px where a 32-inch screen shows 1366 by 768: 20 mm, readable from 6 m.
    for (const [width, height, minPx] of [
      [1366, 768, 38],
      [1080, 1920, 56],
      [3840, 2160, 108],
    ] as const) {
      await tv.resize({ width, height });
      await untilReadable(`${width} x ${height}`, minPx);
      assert.equal((await measured(tv)).text, longText);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/urgent-${width}.png` });
    }
    await tv.resize(screen.viewport);
    const word = await sendUrgent(server, 'EVACUAR', { preset: 'evacuation' });
    await tv.until(visibleNotice(word.id));
    await untilReadable('one word', 151);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/urgent-word.png` });
    // As many lines as are accepted, and the longest text that they can have.
    const lines = await sendUrgent(
      server,
      ['palavra '.repeat(57).trim(), ...Array.from({ length: 19 }, () => 'a')].join('\n'),
    );
    await tv.until(visibleNotice(lines.id));
    for (const [width, height] of [
      [1366, 768],
      [720, 576],
      [1080, 1920],
    ] as const) {
      await tv.resize({ width, height });
      await untilReadable(`20 lines on ${width} x ${height}`, 9);
    }
    await tv.resize(screen.viewport);
    // A word that is longer than a line is broken, not cut.
    const long = await sendUrgent(server, 'A'.repeat(200));
    await tv.until(visibleNotice(long.id));
    await untilReadable('200 letters', 0);
    for (const each of [id, word.id, lines.id, long.id]) await endUrgent(server, each);
    await tv.until(hiddenNotice);
  });

  await t.test('the newest notice is shown, and an older one returns only if it has not ended', async () => {
    const first = await sendUrgent(server, 'Primeiro', { chime: true });
    await tv.until(visibleNotice(first.id));
    const second = await sendUrgent(server, 'Segundo', { chime: true });
    await tv.until(visibleNotice(second.id));
    assert.equal(await page.getByTestId('urgent-text').textContent(), 'Segundo');
    await endUrgent(server, second.id);
    await tv.until(visibleNotice(first.id));
    const third = await sendUrgent(server, 'Terceiro', { chime: true });
    await tv.until(visibleNotice(third.id));
    await endUrgent(server, first.id);
    await delay(500);
    await endUrgent(server, third.id);
    await tv.until(hiddenNotice);
    await delay(4_000);
    assert.equal(await page.locator(hiddenNotice).count(), 1, 'an ended notice does not return');
    for (const { id } of [first, second, third]) assert.ok((await receipt(server, id))?.delayMs !== null);
  });

  await t.test('the radio is silent while a notice is shown, and audible again afterwards', async (t) => {
    const settings = await startRadio(t, server);
    const radio = () =>
      page
        .getByTestId('radio')
        .evaluate((media: HTMLAudioElement) => ({ volume: media.volume, at: media.currentTime }));
    await eventually('the radio plays', async () => (await radio()).at > 0.5);
    assert.equal((await radio()).volume, 0.6);

    const { id } = await sendUrgent(server, 'Saiam com calma');
    await tv.until(visibleNotice(id));
    await eventually('the radio is silent', async () => (await radio()).volume === 0);
    // The radio is silent while the notice is shown, even if its settings change.
    await server.owner.call('PUT /api/radio-settings', { body: { ...settings, volume: 80 } });
    for (let check = 0; check < 30; check += 1, await delay(100)) assert.equal((await radio()).volume, 0);
    const during = (await radio()).at;
    await endUrgent(server, id);
    await tv.until(hiddenNotice);
    await eventually('the radio is loud again', async () => (await radio()).volume === 0.8);
    await eventually('the radio goes on', async () => (await radio()).at > during);
  });
});

test('during an urgent notice the video continues muted, an administrative notice stays beneath, and a call waits until it ends', async (t) => {
  const server = await startServer(t);
  const { tv, page } = await openPlaying(t, server, [await server.video('som', '#c81e1e', 120)], screen);
  await server.addNotice();
  const roomId = await createCallRoom(server);
  await tv.until('.notice.is-visible');
  const video = () =>
    page.evaluate(() => {
      const front = [...document.querySelectorAll('video')].find((media) => !media.paused) as HTMLVideoElement;
      return { volume: front.volume, at: front.currentTime };
    });
  const { volume, at: before } = await video();
  assert.equal(volume, 1);

  let id = 0;
  const tookMs = await quickestOf(3, 2_000, async () => {
    if (id > 0) await endUrgent(server, id);
    ({ id } = await sendUrgent(server, 'Saiam pela porta da frente', { preset: 'evacuation', chime: true }));
    await tv.until(visibleNotice(id));
  });
  assert.ok(tookMs < 2_000, `${tookMs}`);
  await eventually('the chime is heard', async () => (await receipt(server, id))?.hadSound);
  await eventually('the video is silent', async () => (await video()).volume === 0);
  assert.ok((await measured(tv)).covers);
  const call = await callPatient(server, roomId, 'P042');
  await delay(2_000);
  assert.equal(await page.locator('.call.is-visible').count(), 0, 'the call waits');
  await eventually('the video plays on', async () => (await video()).at > before + 1);
  assert.equal(await page.locator('.notice.is-visible').count(), 1, 'the notice is still shown beneath');

  await endUrgent(server, id);
  await tv.until(hiddenNotice);
  await tv.until('.call.is-visible');
  assert.equal(await page.getByTestId('call-label').textContent(), 'P042');
  assert.equal((await receiptsOf(server, call.id)).length, 1);
  await eventually('the video is loud again', async () => (await video()).volume === 1);
  assertNear(await tv.colour(), red, 30);

  // A covered card is shown again afterwards. It lasts long enough to be covered on a busy machine too.
  await server.owner.call('PUT /api/call-settings', { body: { seconds: 12 } });
  await tv.until('.call:not(.is-visible)');
  const second = await callPatient(server, roomId, 'P043');
  await tv.until(`.call.is-visible[data-call-id="${second.id}"]`);
  const next = await sendUrgent(server, 'Calma');
  await tv.until(visibleNotice(next.id));
  await delay(13_000);
  await endUrgent(server, next.id);
  await tv.until(`.call.is-visible[data-call-id="${second.id}"]`);
});

test('a box that starts without its server shows a stored notice within 5 s, until the notice ends', async (t) => {
  const server = await startServer(t);
  const options = { ...screen, profile: await newProfile(t) };
  const first = await openPlaying(t, server, [await server.image('vermelho', '#c81e1e', 600)], options);
  let { tv } = first;
  const { id } = await sendUrgent(server, 'Saiam com calma', { minutes: 5, chime: true });
  await tv.until(visibleNotice(id));
  await eventually('the receipt arrives', async () => (await receipt(server, id))?.delayMs !== null);
  await delay(1_000);
  await tv.cutPower();
  await server.stop();

  tv = await openTv(t, server, { ...options, prepare: installClock });
  const tookMs = await quickestOf(3, 5_000, async () => {
    await tv.restart();
    await tv.until(visibleNotice(id));
  });
  t.diagnostic(`after ${Math.round(tookMs)} ms`);
  assert.ok(tookMs < 5_000, `${tookMs}`);
  await tv.untilPlaying();
  await tv.page.clock.fastForward(200_000);
  await delay(300);
  assert.equal(await tv.page.locator(visibleNotice(id)).count(), 1, 'the notice has not ended yet');
  await tv.page.clock.fastForward(100_000);
  await tv.until(hiddenNotice);
  await tv.untilColour(red);

  await server.start();
  // The notice has ended only by the page's clock: end it on the server too.
  await endUrgent(server, id);
  // A stored notice that ends while the box is off must not appear at the next start.
  const other = await sendUrgent(server, 'Outro', { chime: true });
  await tv.until(visibleNotice(other.id));
  await delay(500);
  await tv.turnOff();
  await endUrgent(server, other.id);
  tv = await openTv(t, server, options);
  await tv.page.addInitScript(() => {
    Object.assign(window, { flashes: 0 });
    document.addEventListener('DOMContentLoaded', () => {
      new MutationObserver(() => {
        if (document.querySelector('.urgent.is-visible')) (window as unknown as { flashes: number }).flashes += 1;
      }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
    });
  });
  await tv.page.goto('/play');
  await tv.untilPlaying();
  await delay(2_500);
  assert.equal(await tv.page.evaluate(() => (window as unknown as { flashes: number }).flashes), 0);
});
