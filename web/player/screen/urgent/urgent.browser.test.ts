/** Urgent notices on a screen (web/player/README 1.12). */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertNear } from '../../../../src/testing/media.ts';
import { startToneStation } from '../../testing/tone-station.ts';
import {
  arrivesWithinMs,
  delay,
  newProfile,
  openTv,
  quickestOf,
  type Server,
  skip,
  startServer,
  type Tv,
  installClock,
} from '../../testing/tv.ts';

const red = [200, 30, 30];
/** 500 characters, as somebody writes who is in a hurry. */
const longText =
  'Por falta de energia no prédio, o atendimento fica suspenso até as 15h. Quem tem consulta marcada hoje à tarde pode esperar aqui ou ligar para a recepção e remarcar sem custo. Os exames de sangue da manhã não são afetados e os resultados saem no prazo. Pessoas com mobilidade reduzida: fiquem onde estão, a equipe vai até vocês. As escadas de emergência ficam ao lado dos banheiros, no fim do corredor. Não usem os elevadores. Pedimos desculpas e agradecemos a paciência'
    .padEnd(500, '!')
    .slice(0, 500);

const send = (
  server: Server,
  body: { text: string; minutes?: number; preset?: 'evacuation' | 'power'; chime?: boolean },
) => server.owner.call('POST /api/urgent', { body: { isForAll: true, ...body } });
const end = (server: Server, id: number) => server.owner.call('POST /api/urgent/:id/end', { params: { id } });
const receipt = async (server: Server, id: number) =>
  (await server.owner.call('GET /api/urgent/:id', { params: { id } })).receipts[0];
const isUp = (id: number) => `.urgent.is-visible[data-urgent-id="${id}"]`;
const gone = '.urgent:not(.is-visible)';

async function playing(t: TestContext, server: Server, itemIds: number[], profile?: string): Promise<Tv> {
  const tv = await openTv(t, server, { viewport: { width: 1366, height: 768 }, ...(profile ? { profile } : {}) });
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  await server.send(playerId, await server.playlist(itemIds));
  await tv.until('body[data-state="playing"]');
  return tv;
}

async function until(what: () => Promise<boolean> | boolean, withinMs = arrivesWithinMs): Promise<void> {
  for (const over = performance.now() + withinMs; !(await what()); await delay(50))
    assert.ok(performance.now() < over, `not within ${withinMs} ms`);
}

test(
  '500 characters are read whole on each kind of screen, and so is one word',
  { skip, timeout: 600_000 },
  async (t) => {
    const server = await startServer(t);
    const tv = await playing(t, server, [await server.image('vermelho', '#c81e1e', 600)]);
    const { id } = await send(server, { text: longText, preset: 'power' });
    await tv.until(isUp(id));
    // At least 38 px where a 32-inch screen shows 1366 by 768: 20 mm, read from 6 m.
    const sizes = [
      [1366, 768, 38],
      [1080, 1920, 56],
      [3840, 2160, 108],
    ] as const;
    for (const [width, height, floor] of sizes) {
      await tv.resize({ width, height });
      await until(async () => isRead(await measure(tv), floor)).catch(() => undefined);
      const found = await measure(tv);
      assert.equal(found.text, longText);
      assert.ok(found.isInside, `${width} x ${height}: ${JSON.stringify(found)}`);
      assert.ok(found.px >= floor, `${width} x ${height}: ${found.px} px`);
      if (process.env.SHOTS) await tv.page.screenshot({ path: `${process.env.SHOTS}/urgent-${width}.png` });
    }
    await tv.resize({ width: 1366, height: 768 });
    const word = await send(server, { text: 'EVACUAR', preset: 'evacuation' });
    await tv.until(isUp(word.id));
    await until(async () => isRead(await measure(tv), 150)).catch(() => undefined);
    const short = await measure(tv);
    assert.ok(short.isInside && short.px > 150, JSON.stringify(short));
    if (process.env.SHOTS) await tv.page.screenshot({ path: `${process.env.SHOTS}/urgent-word.png` });
    // Longer than the screen is wide: broken, never cut.
    const long = await send(server, { text: 'A'.repeat(200) });
    await tv.until(isUp(long.id));
    await until(async () => isRead(await measure(tv), 0));
  },
);

/** The letters take their size a moment after the text, or the window. */
const isRead = ({ isInside, px }: { isInside: boolean; px: number }, floor: number) => isInside && px >= floor;

/** Runs in the page: every letter's box is inside the room, and the room inside the screen. */
const measure = (tv: Tv) =>
  tv.page.evaluate(() => {
    const text = document.querySelector<HTMLElement>('.urgent-text') as HTMLElement;
    const room = (document.querySelector('.urgent-room') as HTMLElement).getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()];
    const isWithin = (box: DOMRect, around: { left: number; right: number; top: number; bottom: number }) =>
      box.left >= around.left - 1 &&
      box.right <= around.right + 1 &&
      box.top >= around.top - 1 &&
      box.bottom <= around.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return {
      text: text.textContent,
      px: parseFloat(getComputedStyle(text).fontSize),
      isInside: isWithin(room, screen) && boxes.length > 0 && boxes.every((box) => isWithin(box, room)),
      room: [room.width, room.height],
    };
  });

test(
  'all the rest is silent and lives on beneath it: video, notice, and a call that waits for its end',
  { skip, timeout: 600_000 },
  async (t) => {
    const server = await startServer(t);
    const tv = await playing(t, server, [await server.video('som', '#c81e1e', 120)]);
    await server.app.admin.call('POST /api/admin/notices', {
      body: { title: 'Wi-Fi', message: 'Senha na recepção', noticeType: 'global' },
    });
    const { id: roomId } = await server.owner.call('POST /api/call-rooms', { body: { name: 'Sala 2' } });
    await server.owner.call('PUT /api/call-settings', { body: { seconds: 5 } });
    await tv.until('.notice.is-visible');
    const video = () =>
      tv.page.evaluate(() => {
        const front = [...document.querySelectorAll('video')].find((it) => !it.paused) as HTMLVideoElement;
        return { volume: front.volume, at: front.currentTime };
      });
    const { volume, at: before } = await video();
    assert.equal(volume, 1);

    let id = 0;
    const tookMs = await quickestOf(3, 2_000, async () => {
      if (id > 0) await end(server, id);
      ({ id } = await send(server, { text: 'Saiam pela porta da frente', preset: 'evacuation' }));
      await tv.until(isUp(id));
    });
    assert.ok(tookMs < 2_000, `${tookMs}`);
    await until(async () => (await receipt(server, id))?.hadSound === true);
    await until(async () => (await video()).volume === 0);
    const covered = await tv.page.evaluate(() => {
      const at = (x: number, y: number) =>
        document.elementFromPoint(innerWidth * x, innerHeight * y)?.closest('.urgent') !== null;
      return [at(0.05, 0.05), at(0.5, 0.5), at(0.5, 0.95), at(0.95, 0.05)];
    });
    assert.deepEqual(covered, [true, true, true, true]);
    const call = await server.owner.call('POST /api/calls', { body: { label: 'P042', roomId } });
    await delay(2_000);
    assert.equal(await tv.page.locator('.call.is-visible').count(), 0, 'the call waits');
    await until(async () => (await video()).at > before + 1);
    assert.equal(await tv.page.locator('.notice.is-visible').count(), 1, 'so does the notice');

    await end(server, id);
    await tv.until(gone);
    await tv.until('.call.is-visible');
    assert.equal(await tv.page.getByTestId('call-label').textContent(), 'P042');
    await until(async () => (await server.owner.call('GET /api/calls')).calls[0]?.receipts.length === 1);
    assert.equal((await server.owner.call('GET /api/calls')).calls[0]?.id, call.id);
    await until(async () => (await video()).volume === 1);
    assertNear(await tv.colour(), red, 30);

    // A card that it covers is shown again afterwards. It stands long enough to be covered by a busy machine too.
    await server.owner.call('PUT /api/call-settings', { body: { seconds: 12 } });
    await tv.until('.call:not(.is-visible)');
    const second = await server.owner.call('POST /api/calls', { body: { label: 'P043', roomId } });
    await tv.until(`.call.is-visible[data-call-id="${second.id}"]`);
    const next = await send(server, { text: 'Calma', chime: false });
    await tv.until(isUp(next.id));
    await delay(13_000);
    await end(server, next.id);
    await tv.until(`.call.is-visible[data-call-id="${second.id}"]`);
  },
);

test(
  'the radio under a picture is silent while it is shown, and heard again',
  { skip, timeout: 360_000 },
  async (t) => {
    const server = await startServer(t);
    const { id: stationId } = await server.app.admin.call('POST /api/admin/radio-stations', {
      body: { name: 'Teste', genre: 'Tom', upstreamUrl: await startToneStation(t) },
    });
    const settings = { selectedRadioId: stationId, isEnabled: true, volume: 60 };
    await server.owner.call('PUT /api/radio-settings', { body: settings });
    const tv = await playing(t, server, [await server.image('vermelho', '#c81e1e', 600)]);
    const radio = () =>
      tv.page.getByTestId('radio').evaluate((it: HTMLAudioElement) => ({ volume: it.volume, at: it.currentTime }));
    await until(async () => (await radio()).at > 0.5);
    assert.equal((await radio()).volume, 0.6);

    const { id } = await send(server, { text: 'Saiam com calma', chime: false });
    await tv.until(isUp(id));
    await until(async () => (await radio()).volume === 0);
    // While it is shown, whatever is set meanwhile.
    await server.owner.call('PUT /api/radio-settings', { body: { ...settings, volume: 80 } });
    for (let check = 0; check < 30; check += 1, await delay(100)) assert.equal((await radio()).volume, 0);
    const during = (await radio()).at;
    await end(server, id);
    await tv.until(gone);
    await until(async () => (await radio()).volume === 0.8);
    await until(async () => (await radio()).at > during);
  },
);

test('the newest one wins, and an older one comes back only while it runs', { skip, timeout: 600_000 }, async (t) => {
  const server = await startServer(t);
  const tv = await playing(t, server, [await server.image('vermelho', '#c81e1e', 600)]);
  const first = await send(server, { text: 'Primeiro' });
  await tv.until(isUp(first.id));
  const second = await send(server, { text: 'Segundo' });
  await tv.until(isUp(second.id));
  assert.equal(await tv.page.getByTestId('urgent-text').textContent(), 'Segundo');
  await end(server, second.id);
  await tv.until(isUp(first.id));
  const third = await send(server, { text: 'Terceiro' });
  await tv.until(isUp(third.id));
  await end(server, first.id);
  await delay(500);
  await end(server, third.id);
  await tv.until(gone);
  await delay(4_000);
  assert.equal(await tv.page.locator(gone).count(), 1, 'one that was ended does not come back');
  for (const { id } of [first, second, third]) assert.ok((await receipt(server, id))?.delayMs !== null);
});

test(
  'a box that starts anew without its server shows it within 5 s, until its end',
  { skip, timeout: 600_000 },
  async (t) => {
    const server = await startServer(t);
    const profile = await newProfile(t);
    let tv = await playing(t, server, [await server.image('vermelho', '#c81e1e', 600)], profile);
    const { id } = await send(server, { text: 'Saiam com calma', minutes: 5 });
    await tv.until(isUp(id));
    await until(async () => (await receipt(server, id))?.delayMs !== null);
    await delay(1_000);
    await tv.cutPower();
    await server.stop();

    tv = await openTv(t, server, { profile, viewport: { width: 1366, height: 768 } });
    await installClock(tv);
    const tookMs = await quickestOf(3, 5_000, async () => {
      await tv.page.goto('/play', { waitUntil: 'commit' });
      await tv.until(isUp(id));
    });
    t.diagnostic(`after ${Math.round(tookMs)} ms`);
    assert.ok(tookMs < 5_000, `${tookMs}`);
    await tv.until('body[data-state="playing"]');
    await tv.page.clock.fastForward(200_000);
    await delay(300);
    assert.equal(await tv.page.locator(isUp(id)).count(), 1, 'still within its time');
    await tv.page.clock.fastForward(100_000);
    await tv.until(gone);
    await until(async () => {
      const [r = 0, g = 255] = await tv.colour();
      return r > 150 && g < 80;
    });

    // Ended while the box is off: what was kept does not flash up.
    await server.start();
    // It ran out on the page's clock only.
    await end(server, id);
    const other = await send(server, { text: 'Outro' });
    await tv.until(isUp(other.id));
    await delay(500);
    await tv.turnOff();
    await end(server, other.id);
    tv = await openTv(t, server, { profile, viewport: { width: 1366, height: 768 } });
    await tv.page.addInitScript(() => {
      Object.assign(window, { flashes: 0 });
      document.addEventListener('DOMContentLoaded', () => {
        new MutationObserver(() => {
          if (document.querySelector('.urgent.is-visible')) (window as unknown as { flashes: number }).flashes += 1;
        }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
      });
    });
    await tv.page.goto('/play');
    await tv.until('body[data-state="playing"]');
    await delay(2_500);
    assert.equal(await tv.page.evaluate(() => (window as unknown as { flashes: number }).flashes), 0);
  },
);
