/** The picture itself: transitions, faults of media, sound and restarts (DESIGN.md section 4, rules 2, 5, 6 and 7). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delay, film, middleColour, openTv, skip, startServer, type Server, type Tv } from './testing/tv.ts';

const colours = ['#c81e1e', '#1e3cc8', '#148250', '#c8a01e'];

/** A playlist of short videos and images without any dark colour. */
async function brightPlaylist(server: Server): Promise<number> {
  const ids: number[] = [];
  for (const [index, colour] of colours.entries()) ids.push(await server.video(`video-${index}`, colour, 1));
  ids.splice(2, 0, await server.image('imagem-a', '#8c3cb4', 1));
  ids.push(await server.image('imagem-b', '#3cb4aa', 1));
  return server.playlist(ids);
}

/** Plays until so many items were shown; answers how many, and the darkest frame seen. */
async function watch(tv: Tv, transitions: number): Promise<{ seen: number; darkest: number }> {
  await tv.page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      seen.push(document.body.dataset.itemId ?? '');
    }).observe(document.body, { attributes: true, attributeFilter: ['data-item-id'] });
  });
  const count = () => tv.page.evaluate(() => (window as unknown as { seen: string[] }).seen.length);
  const frames = await film(tv, async () => {
    for (let tries = 0; tries < 600 && (await count()) < transitions; tries += 1) await delay(250);
  });
  let darkest = 255;
  for (const frame of frames) darkest = Math.min(darkest, Math.max(...(await middleColour(frame))));
  assert.ok(frames.length > transitions, `${frames.length} frames`);
  return { seen: await count(), darkest };
}

test('there is no black frame in 50 transitions between images and videos', { skip, timeout: 300_000 }, async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  await server.send(playerId, await brightPlaylist(server));
  await tv.until('body[data-state="playing"]');
  await delay(1_500);
  const { seen, darkest } = await watch(tv, 50);
  assert.ok(seen >= 50, `${seen} transitions`);
  assert.ok(darkest > 90, `darkest frame ${darkest}`);
});

for (const behaviour of ['refuses', 'hangs'] as const) {
  test(`a device whose second decoder ${behaviour} plays with one, still without a black frame`, { skip, timeout: 300_000 }, async (t) => {
    const server = await startServer(t);
    const tv = await openTv(t, server);
    const { activationCode, playerId } = await server.screen();
    await tv.page.addInitScript(oneDecoder, behaviour);
    await tv.pair(activationCode);
    await server.send(playerId, await brightPlaylist(server));
    await tv.until('body[data-state="playing"]');
    await delay(1_500);
    const { seen, darkest } = await watch(tv, 15);
    assert.ok(seen >= 15, `${seen} transitions`);
    assert.ok(darkest > 90, `darkest frame ${darkest}`);
    assert.equal(await tv.page.evaluate(() => localStorage.getItem('antessala_single_decoder')), 'true');
  });
}

/** Runs in the page: a second video gets garbage, or nothing at all. */
function oneDecoder(behaviour: 'refuses' | 'hangs'): void {
  const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src') as PropertyDescriptor;
  const videos = new Set<HTMLMediaElement>();
  const garbage = URL.createObjectURL(new Blob(['garbage'], { type: 'video/mp4' }));
  Object.defineProperty(HTMLMediaElement.prototype, 'src', {
    ...source,
    set(this: HTMLMediaElement, value: string) {
      if (this.tagName !== 'VIDEO') return source.set?.call(this, value);
      videos.add(this);
      const isBusy = [...videos].some((video) => video !== this && video.hasAttribute('src'));
      if (isBusy && behaviour === 'hangs') return undefined;
      return source.set?.call(this, isBusy ? garbage : value);
    },
  });
}

test('damaged media are skipped, and a stalled video is revived in place or skipped after 20 s', { skip, timeout: 240_000 }, async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  const { page } = tv;
  const image = await server.image('imagem', '#148250', 3);
  const broken = await server.video('quebrado', '#c81e1e', 2);
  const good = await server.video('bom', '#1e3cc8', 40);
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  const items = await server.playlist([image, broken, good]);
  const cycle = await server.owner.call('GET /api/playlists/:id/randomized', { params: { id: items } });
  const { sha256 = '', sizeBytes = 0 } = cycle.find(({ id }) => id === broken) ?? {};
  await page.route(`**/media/${sha256}.*`, (route) =>
    route.fulfill({ status: 206, contentType: 'video/mp4', headers: { 'content-range': `bytes 0-${sizeBytes - 1}/${sizeBytes}` }, body: Buffer.alloc(sizeBytes, 7) }),
  );
  await server.send(playerId, items);
  await tv.until(`body[data-item-id="${image}"]`);
  await page.evaluate(() => {
    Object.assign(window, { seen: [] });
    new MutationObserver(() => (window as unknown as { seen: string[] }).seen.push(document.body.dataset.itemId ?? '')).observe(document.body, { attributes: true, attributeFilter: ['data-item-id'] });
  });
  await tv.until(`body[data-item-id="${good}"]`, 20_000);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  assert.equal(seen.includes(String(broken)), false);

  await delay(2_000);
  await page.evaluate(() => document.querySelectorAll('video').forEach((video) => video.pause()));
  await page.waitForFunction(() => [...document.querySelectorAll('video')].some((video) => !video.paused && video.currentTime > 6), undefined, { timeout: 20_000 });
  assert.equal(await tv.itemId(), good);

  await page.evaluate(() => {
    HTMLVideoElement.prototype.play = () => Promise.resolve();
    document.querySelectorAll('video').forEach((video) => video.pause());
  });
  const skippedAfter = await tv.until(`body[data-item-id="${image}"]`, 40_000);
  assert.ok(skippedAfter > 18_000 && skippedAfter < 30_000, `${skippedAfter} ms`);
});

test('when nothing can be played the waiting card is shown, until something can', { skip, timeout: 120_000 }, async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  const image = await server.image('imagem', '#148250');
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  await tv.page.route('**/media/**', (route) => route.fulfill({ status: 500, body: '' }));
  await server.send(playerId, await server.playlist([image]));
  await tv.until('body[data-state="loading"]', 5_000);
  await tv.until('body[data-state="waiting"]', 15_000);
  await tv.page.unroute('**/media/**');
  await tv.until('body[data-state="playing"]', 30_000);
});
test('the page renews itself after 4 hours, at an item’s end, and only while the server answers', { skip, timeout: 180_000 }, async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  const { page } = tv;
  const first = await server.image('vermelho', '#c81e1e', 5);
  const second = await server.image('azul', '#1e3cc8', 5);
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  await server.send(playerId, await server.playlist([first, second]));
  await tv.until(`body[data-item-id="${first}"]`);
  await page.clock.install();
  await page.goto('/play');
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await page.clock.runFor(1_000).catch(() => undefined);
      await delay(20);
    }
  };
  await pass(3);
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  const isOld = () => page.evaluate(() => 'isOld' in window).catch(() => true);

  await page.route('**/play', (route) => route.abort());
  await page.clock.fastForward(4 * 3_600_000);
  await pass(20);
  assert.equal(await isOld(), true);
  assert.equal(await tv.state(), 'playing');

  await page.unroute('**/play');
  for (let tries = 0; tries < 40 && (await isOld()); tries += 1) await pass(10);
  assert.equal(await isOld(), false);
  await pass(3);
  assert.equal(await tv.state(), 'playing');
});
