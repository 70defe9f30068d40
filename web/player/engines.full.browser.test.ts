/** Tests the player on the engines of old TV boxes (web/player/README 1.1), at an http address that is no secure context. */
import assert from 'node:assert/strict';
import { systemClock } from '../../src/platform/clock.ts';
import { callPatient, createCallRoom, receiptsOf } from './testing/calls.ts';
import { type CdpTv, engineVersions, hasH264, installEngines, openOldTv } from './testing/engines.ts';
import { delay, quickestOf, type Server, startServer, test, untilNear } from './testing/tv.ts';

const red = [200, 30, 30];
const blue = [30, 60, 200];
const green = [20, 130, 80];

/** Waits for the colour: a crossfade takes longer on a slow machine. */
const untilColour = (tv: CdpTv, colour: number[]) => untilNear('the picture', tv.colour, colour, 20);

test('the same bundle pairs and plays on the engines of old TV boxes', async (t) => {
  const engines = await installEngines();
  const server = await startServer(t);
  const image = await server.image('vermelho', '#c81e1e', 4);
  const video = await server.video('azul', '#1e3cc8', 4);
  const other = await server.image('verde', '#148250', 4);
  const playlistId = await server.playlist([image, video, other]);
  await server.addTicker(playlistId);
  const roomId = await createCallRoom(server);

  for (const engine of engineVersions) {
    await t.test(`Chromium ${engine}`, { timeout: 240_000 }, async (t) => {
      const tv = await openOldTv(t, engines[engine]);
      assert.match(await tv.evaluate('navigator.userAgent'), new RegExp(`Chrome/${engine}\\.`));
      const { activationCode, playerId } = await server.screen();

      await tv.goto(`${server.url}/player?code=${activationCode}`);
      await tv.until('[data-testid=activation-code]');
      assert.equal(await tv.evaluate('window.isSecureContext'), false);
      if (engine === 64 || engine === 83) await pairByPhone(tv, server, playerId);
      else await tv.evaluate('document.querySelector("button[type=submit]").click()');
      await tv.until('body[data-state=waiting]');
      await server.send(playerId, playlistId);
      await tv.until(`body[data-item-id="${image}"]`);
      await untilColour(tv, red);
      if (hasH264(engine)) {
        await tv.until(`body[data-item-id="${video}"]`);
        await untilColour(tv, blue);
      }
      await tv.until(`body[data-item-id="${other}"]`);
      await untilColour(tv, green);
      assert.equal(await tv.evaluate('document.querySelector("[data-testid=clock]").offsetWidth > 0'), true);

      await assertCallIsShown(tv, server, roomId, engine);

      if (engine === 64 || engine === 79) {
        await assertTickerMoves(tv);
        await assertOptionsOpen(tv);
        await assertPlaysWithoutServer(tv, server, [image, other]);
      }
      assert.deepEqual(tv.faults, []);
    });
  }
});

test('Chromium 64 changes to summer time and back at the right moment, without a server', async (t) => {
  const engines = await installEngines();
  let aheadMs = 0;
  const server = await startServer(t, { clock: { ...systemClock, now: () => Date.now() + aheadMs } });
  const playlistId = await server.playlist([await server.image('verde', '#148250', 60)]);
  for (const [timeZone, changesAt, before, after] of [
    ['Europe/Lisbon', '2027-03-28T01:00:00Z', '00:59', '02:00'],
    ['America/Santiago', '2027-04-04T03:00:00Z', '23:59', '23:00'],
  ] as const) {
    await t.test(timeZone, async (t) => {
      await server.owner.call('PUT /api/user/time-zone', { body: { timeZone } });
      const { activationCode, playerId } = await server.screen();
      await server.send(playerId, playlistId);
      const tv = await openOldTv(t, engines[64]);
      await tv.goto(`${server.url}/player?code=${activationCode}`);
      await tv.until('[data-testid=activation-code]');
      aheadMs = Date.parse(changesAt) - Date.now() - 45_000;
      await tv.evaluate('document.querySelector("button[type=submit]").click()');
      await tv.until('body[data-state=playing]');
      const shown = async () =>
        (await tv.evaluate<string>('document.querySelector("[data-testid=clock]").textContent')).slice(0, 5);
      while ((await shown()) !== before) await delay(50);
      await server.stop();
      const seen = new Set<string>();
      const leftMs = () => Date.parse(changesAt) - Date.now() - aheadMs;
      assert.ok(leftMs() > 2_000, `the change is ${leftMs()} ms ahead`);
      for (; leftMs() > -4_000; await delay(100)) {
        seen.add(await shown());
        // The change may differ from the exact time by the clock's own second and this machine's delays.
        if (leftMs() > 1_000) assert.deepEqual([...seen], [before]);
      }
      assert.deepEqual([...seen], [before, after]);
      await server.start();
    });
  }
});

/** Claims the code that the TV shows, without typing on the TV. */
async function pairByPhone(tv: CdpTv, server: Server, playerId: number): Promise<void> {
  await tv.until('.pairing-qr path[d]');
  assert.equal(await tv.evaluate('document.querySelector(".pairing-qr").getBoundingClientRect().width > 200'), true);
  const code = await tv.evaluate<string>('document.querySelector("[data-testid=pairing-code]").textContent');
  await server.owner.call('POST /api/pairing/:code/claim', { params: { code }, body: { playerId } });
}

async function assertCallIsShown(tv: CdpTv, server: Server, roomId: number, engine: number): Promise<void> {
  const label = `A${engine}`;
  const { id } = await callPatient(server, roomId, label);
  await tv.until(`.call.is-visible[data-call-id="${id}"]`);
  assert.equal(await tv.evaluate('document.querySelector(".call-label").textContent'), label);
  // The card is within the screen, and the room is as high as the label beside it.
  const heights = await tv.evaluate<number[]>(
    '[".call", ".call-who", ".call-room"].map(function (name) { return document.querySelector(name).offsetHeight; })',
  );
  assert.ok(
    heights.every((height) => height > 100 && Math.abs(height - (heights[0] ?? 0)) <= 1),
    heights.join(),
  );
  assert.equal((await receiptsOf(server, id)).length, 1, 'the receipt arrives');
  await tv.until('.call:not(.is-visible)');
}

async function assertTickerMoves(tv: CdpTv): Promise<void> {
  await tv.until('.ticker:not([hidden])');
  const left = () => tv.evaluate<number>('document.querySelector(".ticker-track").getBoundingClientRect().left');
  let isGliding = false;
  // A new cycle may start at the right between two samples: try again.
  for (let tries = 0; tries < 20 && !isGliding; tries += 1) {
    const before = await left();
    await delay(200);
    isGliding = (await left()) < before - 4;
  }
  assert.equal(isGliding, true, 'the ticker moves to the left');
}

async function assertOptionsOpen(tv: CdpTv): Promise<void> {
  await tv.evaluate('document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))');
  await tv.until('[data-testid=options]:not([hidden])');
  assert.equal(await tv.evaluate('document.activeElement.dataset.testid'), 'options-code');
  await tv.evaluate('document.querySelector("[data-testid=options] .buttons button:last-child").click()');
}

/** Checks that the screen plays on while the server is down, and starts again without it. */
async function assertPlaysWithoutServer(tv: CdpTv, server: Server, itemIds: number[]): Promise<void> {
  await server.stop();
  for (const id of itemIds) await tv.until(`body[data-item-id="${id}"]`);
  // These builds keep their HTTP cache in memory: restart the page in the same process.
  const tookMs = await quickestOf(3, 5_000, async () => {
    await tv.goto('about:blank');
    await tv.until('body:not([data-page])');
    const since = performance.now();
    await tv.goto(`${server.url}/play`);
    await tv.until('body[data-state=playing]');
    return performance.now() - since;
  });
  assert.ok(tookMs < 5_000, `first picture after ${tookMs} ms`);
  await server.start();
}
