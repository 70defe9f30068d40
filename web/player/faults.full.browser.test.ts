/** Tests a screen whose network, media or clock fail (web/player/README 1.2, 1.4, 1.6, 1.8 and 1.9). */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { bytesOf } from '../../src/testing/media.ts';
import { assertNeverDark, recordItems } from './testing/recording.ts';
import { openLink } from './testing/link.ts';
import {
  withClock,
  delay,
  eventually,
  installClock,
  newProfile,
  openPlaying,
  openTv,
  quickestOf,
  smallViewport,
  startServer,
  test,
  type Tv,
} from './testing/tv.ts';

/** The page with which a captive portal, such as a public Wi-Fi's, responds to every request. */
const portal = '<!doctype html><html><title>Wi-Fi</title><a href="/entrar">Entrar</a></html>';
const portalResponds = { type: 'responds', status: '200 OK', contentType: 'text/html', body: portal } as const;

/** Advances the page's own clock by one second every 100 ms; media load and play in real time meanwhile. */
async function advance(page: Tv['page'], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await delay(100);
    await page.clock.runFor(1_000);
  }
}

test('faults of the network', async (t) => {
  const server = await startServer(t);
  const link = await openLink(t, server.url);
  const red = await server.image('vermelho', '#c81e1e', 2);
  const blue = await server.video('azul', '#1e3cc8', 2);
  const green = await server.image('verde', '#14b450', 2);
  const options = { ...smallViewport, url: link.url, profile: await newProfile(t) };
  const { tv, page, playlistId } = await openPlaying(t, server, [red, blue], { ...options, prepare: installClock });
  await tv.untilItem(blue);
  await tv.untilItem(red);
  const pairing = await tv.pairing();
  assert.ok(pairing);
  const { until } = await recordItems(tv);
  let items = 0;
  /** Checks that `itemCount` more items appear after `during`, that the picture is never dark, and that the device stays paired. */
  const assertContinues = async (itemCount: number, during: () => Promise<unknown> = async () => undefined) => {
    items = await page.evaluate(() => (window as unknown as { seen: unknown[] }).seen.length);
    await assertNeverDark(tv, async () => {
      await during();
      await until(items + itemCount, 60_000);
    });
    assert.equal(await tv.state(), 'playing');
    assert.equal(await tv.pairing(), pairing);
  };
  const untilConnection = (isGood: boolean) =>
    tv.untilTrue(
      (isGood) =>
        (document.querySelector('[data-testid=connection]')?.classList.contains('is-good') ?? false) === isGood,
      isGood,
    );
  const untilOnline = () => untilConnection(true);
  const untilOffline = () => untilConnection(false);

  const jumps = async (...seconds: number[]) => {
    for (const each of seconds) await tv.jump(each);
  };
  const json = (status: string, body: string) =>
    ({ type: 'responds', status, contentType: 'application/json', body }) as const;
  const internal = '{"message":"Erro interno do servidor","code":"internal"}';
  for (const [name, state, count, during] of [
    ['a server that accepts and never responds', { type: 'silent' }, 3, untilOffline],
    // An hour of the page's own clock; media and network use real time.
    ['errors for an hour', json('500 Internal Server Error', internal), 4, () => jumps(1_200, 1_200, 1_200)],
    ['JSON of another program as every response', json('200 OK', '{"success":true}'), 1, untilOffline],
  ] as const)
    await t.test(name, async () => {
      link.set(state);
      await assertContinues(count, during);
      link.set({ type: 'good' });
      await assertContinues(1, untilOnline);
    });

  await t.test(
    'a screen keeps playing for four hours behind a portal that responds to every request, even when its page is due for renewal',
    async () => {
      link.set(portalResponds);
      await assertContinues(3, async () => {
        await untilOffline();
        // The portal's page must replace neither the page nor its cached copy.
        await jumps(4 * 3_600, 300, 300);
      });
    },
  );

  await t.test('a screen plays over a connection that is cut every 5 s', async () => {
    let requested = 0;
    page.on('request', (request) => (requested += Number(new URL(request.url()).pathname === '/play')));
    link.set({ type: 'good', cutEveryMs: 5_000 });
    await assertContinues(3, async () => {
      await untilOnline();
      await delay(6_000);
      await server.add(playlistId, green);
      await tv.untilItem(green);
    });
    assert.ok(requested <= 6, `the page was fetched ${requested} times`);
    link.set({ type: 'good' });
  });

  await t.test('a download that stalls while its connection stays open is resumed', async () => {
    const noise = await server.upload(await noisyPicture(), 'ruído.jpg');
    link.set({ type: 'good', bytesPerS: 150_000 });
    const before = link.bytes();
    await server.add(playlistId, noise);
    for (let tries = 0; tries < 1_200 && link.bytes() - before < 150_000; tries += 1) await delay(50);
    assert.ok(link.bytes() - before > 150_000, 'the download has begun');
    link.freeze();
    await assertContinues(1, async () => {
      await tv.jump(12);
      await tv.untilItem(noise);
    });
  });

  // A start that waited for a response would take 5 s longer than the usual one, whose duration depends on this machine.
  let usualMs = Infinity;
  for (const [name, state] of [
    ['a server that responds', { type: 'good' }],
    ['a server that never responds', { type: 'silent' }],
    ['a portal', portalResponds],
  ] as const) {
    await t.test(`a cold start with ${name} shows its first picture without waiting for a response`, async (t) => {
      await page.context().close();
      link.set(state);
      const restarted = await openTv(t, server, options);
      const tookMs = await quickestOf(3, state.type === 'good' ? Infinity : usualMs + 4_000, async () => {
        await restarted.restart();
        await restarted.untilPlaying();
      });
      if (state.type === 'good') usualMs = tookMs;
      assert.ok(tookMs < usualMs + 4_000, `${tookMs} ms, with a response ${usualMs} ms`);
      t.diagnostic(`${Math.round(tookMs)} ms`);
      // The picture replaces the loading card.
      await restarted.untilNoFade();
      await assertNeverDark(restarted, () => restarted.untilItem(blue));
      assert.equal(await restarted.pairing(), pairing);
      await delay(1_000);
      await restarted.turnOff();
    });
  }
});

test('faults of the media', async (t) => {
  const server = await startServer(t);
  const red = await server.image('vermelho', '#c81e1e', 2);
  const blue = await server.video('azul', '#1e3cc8', 2);
  const long = await server.video('longo', '#1e3cc8', 90);

  await t.test('a file with sound only, damaged media and a lost file are skipped and reported', async (t) => {
    const soundOnly = await server.video('mudo', '#c8a01e', 1);
    await server.replace(soundOnly, await bytesOf('sound.mp4'));
    const damaged = await server.video('quebrado', '#8c3cb4', 1);
    await server.replace(damaged, Buffer.alloc(20_000, 7));
    const torn = await server.image('rasgada', '#3cb4aa', 1);
    await server.replace(torn, Buffer.alloc(9_000, 7));
    const lost = await server.image('perdida', '#a0c81e', 1);
    await rm(server.fileOf(lost).path);

    const { tv, playerId } = await openPlaying(t, server, [red, soundOnly, damaged, blue, torn, lost], smallViewport);
    await tv.untilItem(red);
    await tv.untilNoFade();
    const { ids, until } = await recordItems(tv);
    await assertNeverDark(tv, () => until(3, 120_000));
    assert.deepEqual([...new Set(await ids())].sort(), [red, blue].sort());
    assert.match(await server.untilError(playerId), /^(mudo|quebrado|rasgada|perdida)/);
  });

  await t.test('each time a stored file no longer opens, it is downloaded again', async (t) => {
    const { tv, page } = await openPlaying(t, server, [red, blue], smallViewport);
    await tv.untilItem(blue);
    for (let round = 1; round <= 2; round += 1) {
      const fetched = page.waitForResponse(/\/media\//);
      await page.evaluate(spoilStoredImages);
      await fetched;
      await page.evaluate(() => delete document.body.dataset.itemId);
      await tv.untilItem(red);
    }
  });

  await t.test('an invalid stored position does not stop the screen', async (t) => {
    const { tv, page, playlistId, playerId } = await openPlaying(t, server, [red], smallViewport);
    await page.evaluate(
      ({ playlistId, playerId }) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('antessala');
          opening.onsuccess = () => {
            const work = opening.result.transaction('saved', 'readwrite');
            work.objectStore('saved').put({ version: 1, playerId, value: { playlistId, index: 1 } }, 'resume');
            work.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
      { playlistId, playerId },
    );
    await tv.restart();
    await tv.untilPlaying();
    await tv.turnOff();
  });

  await t.test('a portal’s page is never stored as the beginning of a file', async (t) => {
    const { tv, page, playlistId } = await openPlaying(t, server, [blue], smallViewport);
    await tv.untilItem(blue);
    let responded = 0;
    await page.route('**/media/**', (route) => {
      responded += 1;
      return route.fulfill({ status: 200, contentType: 'text/html', body: portal });
    });
    const fresh = await server.image('nova', '#14b450', 2);
    await server.add(playlistId, fresh);
    for (let tries = 0; tries < 600 && responded < 2; tries += 1) await delay(100);
    await page.unroute('**/media/**');
    await tv.untilItem(fresh);
    assert.equal(await tv.state(), 'playing');
  });

  await t.test('when every item fails the waiting card is shown, until one can be played', async (t) => {
    const tv = await openTv(t, server, smallViewport);
    const { page } = tv;
    await page.route('**/media/**', (route) => route.fulfill({ status: 500, body: '' }));
    await server.sendTo(tv, [red]);
    await tv.until('body[data-state="waiting"]');
    await page.getByRole('heading', { name: 'Não foi possível abrir os conteúdos' }).waitFor();
    await page.getByText('vermelho.jpg. Confira').waitFor();
    await page.unroute('**/media/**');
    await tv.untilPlaying();
  });

  await t.test('a frozen video is opened again at its position, and skipped if that does not help', async (t) => {
    const { tv, page } = await openPlaying(t, server, [long, red], { ...smallViewport, prepare: installClock });
    await tv.untilItem(long);
    await tv.untilVideoAt(1);
    await page.evaluate(() => document.querySelectorAll('video').forEach((video) => video.pause()));
    const frozenAt = await page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('video')].map((video) => video.currentTime)),
    );
    // The video does not move, so the page's clock may run faster than the video.
    await assertNeverDark(tv, async () => {
      await advance(page, 11);
      await page.waitForFunction(
        (from) =>
          [...document.querySelectorAll('video')].some((video) => !video.paused && video.currentTime > from + 2),
        frozenAt,
        { polling: 100 },
      );
      // The last frame, which covered the video while it was opened again, is removed.
      await tv.until('.still:not(.is-visible)');
    });
    assert.equal(await tv.itemId(), long);

    const pausedAt = await page.evaluate(() => {
      HTMLVideoElement.prototype.play = () => Promise.resolve();
      document.querySelectorAll('video').forEach((video) => video.pause());
      return performance.now();
    });
    await assertNeverDark(tv, async () => {
      for (let seconds = 0; seconds < 40 && (await tv.itemId()) === long; seconds += 1) await advance(page, 1);
    });
    assert.equal(await tv.itemId(), red);
    const frozenMs = (await page.evaluate(() => performance.now())) - pausedAt;
    assert.ok(frozenMs > 18_000 && frozenMs < 35_000, `${frozenMs} ms`);
  });

  await t.test('the picture of a video that cannot be opened again stays until the next item is shown', async (t) => {
    const { tv, page } = await openPlaying(t, server, [long, red], smallViewport);
    await tv.untilVideoAt(1);
    await page.evaluate(breakOnce);
    await assertNeverDark(tv, () => tv.untilItem(red));
    await tv.until('.still:not(.is-visible)');
  });

  await t.test('a video whose frames freeze while its time runs is opened again, then skipped', async (t) => {
    const { tv, page, playerId } = await openPlaying(t, server, [long, red], {
      ...smallViewport,
      prepare: withClock(stopDecoder),
    });
    await tv.untilItem(long);
    await tv.untilVideoAt(1);
    await page.evaluate(() => Object.assign(window, { maxFrames: 5, plays: 0 }));
    // The page's clock advances only when the video has progressed, so that a busy machine gives the same result.
    let reached = 0;
    for (let seconds = 0; seconds < 60 && (await tv.itemId()) === long; seconds += 1) {
      const later = page.waitForFunction(videoTimeAfter, reached + 0.2, { timeout: 3_000, polling: 50 });
      reached = await later.then(
        (handle) => handle.jsonValue() as Promise<number>,
        () => reached,
      );
      await page.clock.runFor(1_000);
    }
    assert.equal(await tv.itemId(), red);
    await page.clock.runFor(15_000);
    assert.equal(await server.untilError(playerId), 'longo.mp4: imagem congelada');
  });
});

/** Creates a JPEG that does not compress, for long downloads. */
function noisyPicture(): Promise<Buffer> {
  return sharp({
    create: {
      width: 1280,
      height: 720,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 200, sigma: 50 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Runs in the page: breaks playback once. The video freezes, the next file does not open, and images open slowly. */
function breakOnce(): void {
  const { createObjectURL } = URL;
  let isBroken = true;
  URL.createObjectURL = (file) => {
    if (!isBroken) return createObjectURL.call(URL, file);
    isBroken = false;
    return 'blob:nothing';
  };
  const { decode } = HTMLImageElement.prototype;
  HTMLImageElement.prototype.decode = async function (this: HTMLImageElement) {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return decode.call(this);
  };
  document.querySelectorAll('video').forEach((video) => video.pause());
}

/** Runs in the page: videos play four times as fast; the decoder stops after `window.maxFrames` frames. */
function stopDecoder(): void {
  const play = HTMLVideoElement.prototype.play;
  HTMLVideoElement.prototype.play = function (this: HTMLVideoElement) {
    const counted = window as { plays?: number; maxFrames?: number };
    counted.plays = (counted.plays ?? 0) + 1;
    // Once the video is opened again, the decoder delivers no frames.
    if (counted.plays === 1 && counted.maxFrames !== undefined) counted.maxFrames = 0;
    this.playbackRate = 4;
    return play.call(this);
  };
  const counter = Object.getOwnPropertyDescriptor(
    HTMLVideoElement.prototype,
    'webkitDecodedFrameCount',
  ) as PropertyDescriptor;
  Object.defineProperty(HTMLVideoElement.prototype, 'webkitDecodedFrameCount', {
    get(this: HTMLVideoElement) {
      return Math.min(counter.get?.call(this) as number, (window as { maxFrames?: number }).maxFrames ?? Infinity);
    },
  });
}

/** Runs in the page: returns the furthest position of a video in seconds, or 0 if none is beyond `seconds`. */
function videoTimeAfter(seconds: number): number {
  const furthest = Math.max(0, ...[...document.querySelectorAll('video')].map((video) => video.currentTime));
  return furthest > seconds ? furthest : 0;
}

/** Runs in the page: simulates a worn memory card, which returns other bytes of stored images. */
function spoilStoredImages(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('antessala');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const work = opening.result.transaction(['files', 'pieces'], 'readwrite');
      work.oncomplete = () => {
        opening.result.close();
        resolve();
      };
      work.objectStore('files').getAll().onsuccess = (event) => {
        const files = (event.target as IDBRequest<{ sha256: string; sizeBytes: number; contentType: string }[]>).result;
        for (const file of files) {
          if (file.contentType.startsWith('image'))
            work.objectStore('pieces').put(new Blob([new Uint8Array(file.sizeBytes)]), [file.sha256, 0]);
        }
      };
    };
  });
}

test('a wrong clock and time zone of the device change nothing', async (t) => {
  const server = await startServer(t);
  const red = await server.image('vermelho', '#c81e1e', 2);
  const blue = await server.video('azul', '#1e3cc8', 2);
  for (const [year, timezoneId] of [
    [2015, 'Asia/Tokyo'],
    [2038, 'America/Los_Angeles'],
  ] as const) {
    await t.test(`${year} in ${timezoneId}`, async (t) => {
      const { tv, page, playerId } = await openPlaying(t, server, [red, blue], {
        ...smallViewport,
        timezoneId,
        prepare: ({ page }) => page.addInitScript(shiftDate, year),
      });
      await tv.untilItem(blue);
      assert.equal(await page.evaluate(() => new Date().getFullYear()), year);
      const inSaoPaulo = (ms: number) =>
        new Date(ms).toLocaleTimeString('pt-BR', { timeZone: 'America/Sao_Paulo', hour: '2-digit', minute: '2-digit' });
      const shown = await page.getByTestId('clock').textContent();
      assert.ok([inSaoPaulo(Date.now()), inSaoPaulo(Date.now() - 5_000)].includes(shown ?? ''), `${shown}`);
      assert.equal(
        await page.locator('.clock-date').textContent(),
        new Date().toLocaleDateString('pt-BR', {
          timeZone: 'America/Sao_Paulo',
          weekday: 'long',
          day: 'numeric',
          month: 'long',
        }),
      );
      const since = (await server.state(playerId))?.playingSince;
      assert.ok(!since || Math.abs(Date.parse(since) - Date.now()) < 60_000, `${since}`);
      await tv.untilItem(red);
    });
  }
});

/** Runs in the page: sets the device's clock to another year. */
function shiftDate(year: number): void {
  const RealDate = Date;
  const shiftMs = RealDate.UTC(year, 5, 1) - RealDate.now();
  window.Date = class extends RealDate {
    constructor(...values: []) {
      if (values.length > 0) super(...values);
      else super(RealDate.now() + shiftMs);
    }
    static override now() {
      return RealDate.now() + shiftMs;
    }
  } as DateConstructor;
}

test('a page that was hidden for hours continues when it becomes visible again', async (t) => {
  const server = await startServer(t);
  const red = await server.image('vermelho', '#c81e1e', 3);
  const long = await server.video('longo', '#1e3cc8', 30);
  const { tv, page } = await openPlaying(t, server, [red, long], {
    ...smallViewport,
    prepare: withClock(makeHideable),
  });
  await tv.untilItem(long);
  await tv.untilVideoAt(1);
  await page.evaluate(() => (window as unknown as { setHidden(value: boolean): void }).setHidden(true));
  // A hidden page's timers run once a minute, and its videos are paused.
  for (let minute = 0; minute < 5; minute += 1) await page.clock.fastForward(60_000);
  await page.clock.fastForward(3 * 3_600_000);
  assert.equal(await tv.itemId(), long);
  await page.evaluate(() => (window as unknown as { setHidden(value: boolean): void }).setHidden(false));
  await assertNeverDark(tv, async () => {
    await page.waitForFunction(
      () => [...document.querySelectorAll('video')].some((video) => !video.paused && video.currentTime > 2),
      undefined,
      { timeout: 30_000, polling: 100 },
    );
    await delay(1_500);
  });
  // No item was skipped because of the hidden time.
  assert.equal(await tv.itemId(), long);
  assert.equal(await tv.state(), 'playing');
});

/** Runs in the page: `setHidden(true)` has the effect of a hidden tab. */
function makeHideable(): void {
  let isHidden = false;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  Object.assign(window, {
    setHidden(value: boolean) {
      isHidden = value;
      if (value) document.querySelectorAll('video').forEach((video) => video.pause());
      document.dispatchEvent(new Event('visibilitychange'));
    },
  });
}

test('an expired token is renewed without any message on the screen', async (t) => {
  const server = await startServer(t);
  const { tv, playerId } = await openPlaying(t, server, [await server.image('vermelho', '#c81e1e', 4)]);
  const before = await tv.pairing();
  server.app.parts.database.connection
    .prepare('UPDATE player_tokens SET expires_at = 1 WHERE player_id = ?')
    .run(playerId);
  await eventually('the pairing has another token', async () => (await tv.pairing()) !== before);
  assert.equal(await tv.state(), 'playing');
});
