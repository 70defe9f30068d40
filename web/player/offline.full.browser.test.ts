/** Tests a screen without its server, or with too little space (web/player/README 1.2, 1.3, 1.4 and 1.8). */
import assert from 'node:assert/strict';
import { assertNear } from '../../src/testing/media.ts';
import { assertNeverDark, recordItems } from './testing/recording.ts';
import { openLink } from './testing/link.ts';
import {
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
  tickerMessage,
  type Tv,
} from './testing/tv.ts';

const green = [20, 180, 80];
const hourMs = 3_600_000;

const inSaoPaulo = (ms: number) =>
  new Date(ms).toLocaleTimeString('pt-BR', { timeZone: 'America/Sao_Paulo', hour: '2-digit', minute: '2-digit' });

/** Checks that the screen's clock shows `expectedMs`, with a tolerance of one minute. */
async function assertClock(tv: Tv, expectedMs: number): Promise<void> {
  const shown = await tv.page.getByTestId('clock').textContent();
  const right = [-60_000, 0, 60_000].map((ms) => inSaoPaulo(expectedMs + ms));
  assert.ok(right.includes(shown ?? ''), `${shown} is none of ${right}`);
}

/** Checks that the first picture appears within 5 s of a restart, at least once in three attempts. */
async function assertQuickStart(tv: Tv): Promise<void> {
  const tookMs = await quickestOf(3, 5_000, async () => {
    await tv.restart();
    await tv.untilPlaying();
  });
  assert.ok(tookMs < 5_000, `first picture after ${tookMs} ms`);
  // The first picture replaces the loading card.
  await tv.untilNoFade();
}

/**
 * Three days pass in jumps of the page's clock, which all of the player's timers use. Media, network and cached pages use
 * real time; static.test.ts tests the headers that allow cached pages to be so old.
 */
test('a screen plays for 72 hours and four restarts without its server, and then applies changes', async (t) => {
  const server = await startServer(t);
  const profile = await newProfile(t);
  const red = await server.image('vermelho', '#c81e1e', 1);
  const blue = await server.video('azul', '#1e3cc8', 2);
  const other = await server.image('verde', '#14b450', 2);
  const options = { ...smallViewport, profile, prepare: installClock };
  const { playlistId, playerId, ...first } = await openPlaying(t, server, [red, blue], options);
  let { tv } = first;
  await server.addTicker(playlistId);
  await tv.untilItem(blue);
  await tv.untilItem(red);
  await tv.page.getByText(tickerMessage.message).waitFor();
  await tv.untilVideoAt(0.5);

  await server.stop();
  let passedMs = 0;
  /** Difference between the page's clock and the real one. */
  let aheadMs = 0;
  for (const restart of ['of the page', 'of the browser', 'of the page', 'of the browser', 'none']) {
    const { ids } = await recordItems(tv);
    await assertNeverDark(tv, async () => {
      // The page's renewal is due after 4 hours, and is tried again every 5 minutes.
      for (const hours of [4.1, 10.3]) {
        await tv.jump(hours * 3_600);
        passedMs += hours * hourMs;
        aheadMs += hours * hourMs;
      }
      if (passedMs < 15 * hourMs) await assertClock(tv, Date.now() + passedMs);
      await tv.untilItem(red);
      await tv.untilItem(blue);
    });
    assert.deepEqual([...new Set(await ids())].sort(), [red, blue].sort());
    await tv.page.getByText(tickerMessage.message).waitFor();
    if (restart === 'none') break;
    if (restart === 'of the browser') {
      await tv.turnOff();
      tv = await openTv(t, server, options);
      aheadMs = 0;
    }
    await assertQuickStart(tv);
    // After a restart the clock shows the last time from the server plus the time that has passed by the device's clock.
    await tv.page.getByTestId('clock').filter({ hasText: ':' }).waitFor();
    await assertClock(tv, Date.now() + aheadMs);
  }
  assert.ok(passedMs >= 71.9 * hourMs, `${passedMs / hourMs} hours`);

  await assertNeverDark(tv, async () => {
    await server.start();
    const restartedAt = performance.now();
    await server.send(playerId, await server.playlist([other]));
    await tv.untilItem(other, 30_000);
    assert.ok(performance.now() - restartedAt < 30_000, 'later than 30 s');
  });
  await tv.untilNoFade();
  assertNear(await tv.colour(), green, 20);
  await assertClock(tv, Date.now());
});

/** Waits until the browser can show this page without the server. */
async function untilCached(tv: Tv, path: string): Promise<void> {
  const isCached = (path: string) =>
    fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).then(
      (response) => response.ok,
      () => false,
    );
  await eventually(`${path} is cached`, () => tv.page.evaluate(isCached, path));
}

test('every page of the player starts without the server', async (t) => {
  const server = await startServer(t);
  const profile = await newProfile(t);
  let tv = await openTv(t, server, { profile });
  const { activationCode } = await server.screen();
  // Leave the page at different moments of the check for a newer copy, because Chromium deletes the cached copy of a page
  // whose renewal is aborted.
  for (let afterMs = 0; afterMs < 60; afterMs += 5) {
    await tv.page.goto('/player-launch');
    await delay(afterMs);
    await tv.page.goto('/reset');
    await untilCached(tv, '/player-launch');
  }
  await tv.pair(activationCode);
  // /play opened inside the document of /player, without a request, and is cached nevertheless.
  await untilCached(tv, '/play');
  // /reset may open inside the document of /play.
  await untilCached(tv, '/reset');
  await tv.turnOff();
  await server.stop();
  tv = await openTv(t, server, { profile });
  for (const path of ['/play', '/player', '/player-launch', '/reset']) {
    await tv.page.goto(path, { waitUntil: 'commit' });
    await tv.page.getByTestId('logo').first().waitFor();
  }
});

test('a video of 100 MB is downloaded over a connection that breaks every 2 seconds', async (t) => {
  const server = await startServer(t);
  const link = await openLink(t, server.url);
  const red = await server.image('vermelho', '#c81e1e', 1);
  const blue = await server.video('azul', '#1e3cc8', 2);
  const totalBytes = 100 * 2 ** 20;
  await server.pad(blue, totalBytes);
  const { activationCode, playerId } = await server.screen();
  const tv = await openTv(t, server, { ...smallViewport, url: link.url });
  await tv.pair(activationCode);
  const before = link.bytes();
  link.set({ type: 'good', bytesPerS: 16 * 2 ** 20, cutEveryMs: 2_000 });
  await server.send(playerId, await server.playlist([red, blue]));
  await tv.untilItem(red);
  await tv.untilNoFade();
  await assertNeverDark(tv, () => tv.untilItem(blue, 240_000));
  const sent = link.bytes() - before;
  // The bytes that had arrived when the connection broke are stored, not downloaded again.
  assert.ok(sent < totalBytes * 1.1, `${Math.round(sent / 2 ** 20)} MB for 100`);
  link.set({ type: 'down' });
  for (const id of [red, blue, red]) await tv.untilItem(id);
});

test('a device without space or without storage plays streamed items', async (t) => {
  const server = await startServer(t);
  const red = await server.image('vermelho', '#c81e1e', 1);
  const blue = await server.video('azul', '#1e3cc8', 2);
  for (const id of [red, blue]) await server.pad(id, 3 * 2 ** 20);
  const playlistId = await server.playlist([red, blue]);
  const { activationCode, playerId } = await server.screen();
  const tv = await openTv(t, server, smallViewport);
  await tv.page.addInitScript({ content: `{${refuseStorage}}` });
  // Set the quota before the page first stores anything, because the browser caches the free space for a while.
  const session = await tv.context.newCDPSession(tv.page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 2 ** 20 });
  await tv.pair(activationCode);
  const assertPlaysAll = async () => {
    for (const id of [red, blue, red, blue]) await tv.untilItem(id);
    assert.equal(await tv.state(), 'playing');
  };

  await t.test('a device with a full disk plays streamed items', async () => {
    await server.send(playerId, playlistId);
    await assertPlaysAll();
    assert.match(await server.untilError(playerId), /Sem espaço para guardar o conteúdo/);
    assert.equal((await server.state(playerId))?.cachedItems, 0);
  });
  for (const how of ['absent', 'throwing', 'hanging']) {
    await t.test(`a device whose storage is ${how} plays streamed items`, async () => {
      await tv.page.goto(`/play?storage=${how}`);
      await assertPlaysAll();
    });
  }
});

/** Runs in the page: makes storage absent, throwing or hanging, as `?storage=` in the address says. */
const refuseStorage = `
  const how = new URLSearchParams(location.search).get('storage');
  const refuse = () => {
    if (how === 'throwing') throw new DOMException('refused', 'SecurityError');
    return {};
  };
  if (how) Object.defineProperty(window, 'indexedDB', { value: how === 'absent' ? undefined : { open: refuse, deleteDatabase: refuse } });
`;
