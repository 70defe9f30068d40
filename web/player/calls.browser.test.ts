/** Patients' calls on a screen (web/player/README 1.11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNear } from '../../src/testing/media.ts';
import { playRefused } from './testing/refused-sound.ts';
import { delay, openTv, type Server, skip, startServer, type Tv } from './testing/tv.ts';

const red = [200, 30, 30];

async function room(server: Server, seconds = 5) {
  const { id } = await server.owner.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  await server.owner.call('PUT /api/call-settings', { body: { seconds } });
  return id;
}
const call = (server: Server, roomId: number, label: string) =>
  server.owner.call('POST /api/calls', { body: { label, roomId } });

/** Makes one call older, or all. */
const age = (server: Server, seconds: number, id: number | null = null) =>
  server.app.parts.database.connection
    .prepare('UPDATE calls SET created_at = created_at - :ms WHERE :id IS NULL OR id = :id')
    .run({ ms: seconds * 1000, id });

/** A paired screen that shows one red picture. */
async function playingTv(server: Server, tv: Tv): Promise<void> {
  // A screen that comes calls what is younger than 90 s: not those of the test before.
  age(server, 200);
  const { activationCode, playerId } = await server.screen();
  await tv.page.addInitScript(noteCalls);
  await tv.pair(activationCode);
  await server.send(playerId, await server.playlist([await server.image('vermelho', '#c81e1e', 600)]));
  await tv.until('body[data-state="playing"]');
}

async function receipts(server: Server, callId: number, withinMs: number) {
  for (const end = performance.now() + withinMs; ; await delay(50)) {
    const { calls } = await server.owner.call('GET /api/calls');
    const found = calls.find(({ id }) => id === callId)?.receipts ?? [];
    if (found.length > 0 || performance.now() > end) return found;
  }
}

/** Runs in the page: what is on the card, and when the sound begins and ends. */
function noteCalls(): void {
  const notes: string[] = [];
  Object.assign(window, { notes });
  document.addEventListener('DOMContentLoaded', () => {
    let shown = '';
    new MutationObserver(() => {
      const label = document.querySelector('.call.is-visible .call-label')?.textContent ?? '';
      if (label === shown) return;
      shown = label;
      notes.push(label === '' ? 'empty' : `card ${label}`);
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  for (const type of ['playing', 'ended'])
    document.addEventListener(
      type,
      ({ target }) => {
        if ((target as HTMLElement).dataset.testid === 'call-sound') notes.push(type);
      },
      { capture: true },
    );
}
const notes = (tv: Tv) => tv.page.evaluate(() => (window as unknown as { notes: string[] }).notes);

async function untilNoted(tv: Tv, note: string, withinMs: number): Promise<string[]> {
  await tv.page.waitForFunction(
    ([note, isEnd]) => {
      const { notes } = window as unknown as { notes: string[] };
      return isEnd ? notes[notes.length - 1] === note : notes.includes(note);
    },
    [note, note === 'empty'] as const,
    { timeout: withinMs, polling: 100 },
  );
  return notes(tv);
}

test('calls on a screen', { skip, timeout: 300_000 }, async (t) => {
  const server = await startServer(t);
  const roomId = await room(server);

  await t.test(
    'five calls in 300 ms: five cards in order, no two sounds at once, the picture lives beneath',
    async (t) => {
      const tv = await openTv(t, server);
      await playingTv(server, tv);
      const made = await Promise.all(['1', '2', '3', '4', '5'].map((label) => call(server, roomId, label)));
      const order = made.toSorted((a, b) => a.id - b.id).map(({ label }) => label);
      await untilNoted(tv, `card ${order[0]}`, 5_000);
      assertNear(await tv.colour(), red, 20);
      await untilNoted(tv, `card ${order[4]}`, 60_000);
      const found = await untilNoted(tv, 'empty', 20_000);
      assert.deepEqual(
        found.filter((note) => note.startsWith('card')),
        order.map((label) => `card ${label}`),
      );
      // A card is there before its sound begins, and stays until the sound has ended.
      assert.deepEqual(
        found,
        order.flatMap((label) => [`card ${label}`, 'playing', 'ended', 'empty']),
      );
      for (const { id } of made) {
        const [receipt] = await receipts(server, id, 1_000);
        assert.equal(receipt?.hadSound, true, `${id}`);
      }
      assert.equal(await tv.page.locator('.call-strip li').count(), 4);
      assert.equal(await tv.page.locator('.call-strip .strip-label').first().textContent(), order[4]);
    },
  );

  await t.test(
    'without the link for 60 s it is called late, for 120 s it goes to the strip without a sound',
    async (t) => {
      const tv = await openTv(t, server);
      await playingTv(server, tv);
      // What the test before has called.
      await tv.until('.call-strip li');
      await delay(500);
      const before = (await notes(tv)).length;
      await tv.context.setOffline(true);
      const old = await call(server, roomId, '120');
      age(server, 120, old.id);
      const late = await call(server, roomId, '60');
      age(server, 60, late.id);
      await delay(1_000);
      assert.equal((await notes(tv)).length, before);
      await tv.context.setOffline(false);
      await untilNoted(tv, 'card 60', 20_000);
      const found = (await untilNoted(tv, 'empty', 20_000)).slice(before);
      assert.deepEqual(found, ['card 60', 'playing', 'ended', 'empty']);
      const strip = await tv.page.locator('.strip-label').allTextContents();
      assert.deepEqual(strip.slice(0, 2), ['60', '120']);
    },
  );

  await t.test('a page that starts anew calls nobody again', async (t) => {
    const tv = await openTv(t, server);
    await playingTv(server, tv);
    await delay(500);
    const last = await call(server, roomId, '77');
    await receipts(server, last.id, 5_000);
    await tv.page.goto('/play');
    await tv.until('body[data-state="playing"]');
    await tv.until('.call-strip li');
    await delay(1_500);
    assert.equal((await notes(tv)).includes('card 77'), false);
  });

  await t.test('a screen whose browser refuses sound says so within 3 s', async (t) => {
    const tv = await openTv(t, server, { mustAskForSound: true });
    const { activationCode, playerId } = await server.screen();
    age(server, 200);
    await tv.pair(activationCode);
    await server.send(playerId, await server.playlist([await server.video('azul', '#1e3cc8', 4)]));
    await playRefused(tv);
    const { id } = await call(server, roomId, '88');
    // Others of this test may still be on: theirs are told apart by the screen.
    const since = performance.now();
    for (let mine; mine === undefined; await delay(50)) {
      const { calls } = await server.owner.call('GET /api/calls');
      mine = calls.find((one) => one.id === id)?.receipts.find((receipt) => receipt.playerId === playerId);
      if (mine) assert.equal(mine.hadSound, false);
      assert.ok(performance.now() - since < 3_000, 'told within 3 s');
    }
  });
});
