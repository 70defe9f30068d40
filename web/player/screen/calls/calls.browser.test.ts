/** Tests patients' calls on a screen (web/player/README 1.11). call-sound.full.browser.test.ts tests their sound. */
import assert from 'node:assert/strict';
import { assertNear } from '../../../../src/testing/media.ts';
import {
  ageCalls,
  callsAtOnce,
  callPatient,
  createCallRoom,
  recordedEvents,
  playForCalls,
  receiptsOf,
  stripOf,
  untilRecorded,
  untilPlayed,
} from '../../testing/calls.ts';
import { assertNeverDark } from '../../testing/recording.ts';
import { playUntilSoundRefused } from '../../testing/refused-sound.ts';
import { delay, openTv, test, startServer, installClock } from '../../testing/tv.ts';

const red = [200, 30, 30];

test('calls on a screen', async (t) => {
  const server = await startServer(t);
  const roomId = await createCallRoom(server);

  await t.test('five calls within 300 ms are shown as five cards in order, without overlapping sounds', async (t) => {
    const tv = await openTv(t, server);
    await playForCalls(server, tv);
    const made = await callsAtOnce(server, roomId, ['1', '2', '3', '4', '5']);
    const order = made.map(({ label }) => label);
    await untilRecorded(tv, `card ${order[0]}`);
    assertNear(await tv.colour(), red, 20);
    const frames = await assertNeverDark(tv, async () => {
      await untilRecorded(tv, `card ${order[4]}`, 120_000);
      await untilRecorded(tv, 'empty');
    });
    // Each of the five cards appears and disappears.
    assert.ok(frames >= 10, `${frames} frames while the cards changed`);
    const found = await recordedEvents(tv);
    assert.deepEqual(
      found.filter((event) => event.startsWith('card')),
      order.map((label) => `card ${label}`),
    );
    // A card is shown before its sound begins, and stays until the sound has ended.
    assert.deepEqual(
      found,
      order.flatMap((label) => [`card ${label}`, 'playing', 'ended', 'empty']),
    );
    for (const { id } of made) await untilPlayed(server, id);
    assert.equal(await tv.page.locator('.call-strip li').count(), 4);
    assert.equal((await stripOf(tv))[0], order[4]);
  });

  await t.test(
    'when the connection returns, a call made 60 s ago is announced, and one made 120 s ago goes to the strip',
    async (t) => {
      const tv = await openTv(t, server);
      await playForCalls(server, tv);
      // Wait for the calls of the previous test.
      await tv.until('.call-strip li');
      await delay(500);
      const eventCount = (await recordedEvents(tv)).length;
      await tv.context.setOffline(true);
      const olderCall = await callPatient(server, roomId, '120');
      ageCalls(server, 120, olderCall.id);
      const laterCall = await callPatient(server, roomId, '60');
      ageCalls(server, 60, laterCall.id);
      await delay(1_000);
      assert.equal((await recordedEvents(tv)).length, eventCount);
      await tv.context.setOffline(false);
      await untilRecorded(tv, 'card 60');
      const found = (await untilRecorded(tv, 'empty')).slice(eventCount);
      assert.deepEqual(found, ['card 60', 'playing', 'ended', 'empty']);
      assert.deepEqual((await stripOf(tv)).slice(0, 2), ['60', '120']);
    },
  );

  await t.test('a stricter name policy changes the names on the card and of all waiting calls at once', async (t) => {
    const tv = await openTv(t, server);
    await playForCalls(server, tv);
    const setPolicy = (namePolicy: 'full' | 'initials') =>
      server.owner.call('PUT /api/call-settings/names', { body: { namePolicy, confirmed: true } });
    await setPolicy('full');
    const names = ['Ana Lima', 'Bia Souza', 'Caio Reis', 'Davi Paz', 'Edu Melo', 'Fábio Dias'];
    for (const name of names) await callPatient(server, roomId, name);
    await untilRecorded(tv, 'card Bia Souza');
    const eventCount = (await recordedEvents(tv)).length;
    await setPolicy('initials');
    await untilRecorded(tv, 'card F. D.', 120_000);
    const cards = (await recordedEvents(tv)).slice(eventCount).filter((event) => event.startsWith('card'));
    assert.deepEqual(cards, ['card B. S.', 'card C. R.', 'card D. P.', 'card E. M.', 'card F. D.']);
    await untilRecorded(tv, 'empty');
    assert.deepEqual(await stripOf(tv), ['F. D.', 'E. M.', 'D. P.', 'C. R.']);
  });

  await t.test('a page that restarts repeats no call', async (t) => {
    const tv = await openTv(t, server);
    await playForCalls(server, tv);
    await delay(500);
    const last = await callPatient(server, roomId, '77');
    await receiptsOf(server, last.id);
    await tv.page.goto('/play');
    await tv.untilPlaying();
    await tv.until('.call-strip li');
    await delay(1_500);
    assert.equal((await recordedEvents(tv)).includes('card 77'), false);
  });

  await t.test('a page that is due to restart waits until the call has ended', async (t) => {
    const tv = await openTv(t, server);
    const { page } = tv;
    await page.addInitScript(delayRestart);
    await installClock(tv);
    // Each item is longer than four hours.
    const contents = [await server.image('longo', '#14b450', 40_000), await server.image('outro', '#1e3cc8', 40_000)];
    await playForCalls(server, tv, contents);
    const restartState = () =>
      page.evaluate(() => (window as unknown as DelayedRestart).restartState).catch(() => undefined);
    const cardAtRestart = () => page.evaluate(() => sessionStorage.getItem('cardAtRestart')).catch(() => null);
    /** Ends the item, so that the page may restart. */
    const endItem = async () => {
      await page.keyboard.press('ArrowLeft');
      await delay(500);
    };
    await page.clock.fastForward(4 * 3_600_000);
    for (let tries = 0; tries < 60 && (await restartState()) !== 'saving'; tries += 1) await endItem();
    assert.equal(await restartState(), 'saving');

    // Pause the clock: otherwise the page would stop waiting for the saved position, and restart, before the call is shown.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
    await callPatient(server, roomId, '78');
    for (let tries = 0; tries < 40 && !(await recordedEvents(tv)).includes('card 78'); tries += 1, await delay(100))
      await page.clock.runFor(50);
    await page.evaluate(() => Object.assign(window, { restartState: 'free' }));
    await page.clock.resume();

    for (let tries = 0; tries < 120 && (await cardAtRestart()) === null; tries += 1) await endItem();
    assert.equal(await cardAtRestart(), '', 'no card was visible when the page restarted');
    await tv.untilPlaying();
  });

  await t.test(
    'after a backup is restored, calls with reused and with new ids are shown without a restart of the page',
    async (t) => {
      const tv = await openTv(t, server);
      await playForCalls(server, tv);
      await callPatient(server, roomId, '91');
      await untilRecorded(tv, 'card 91');
      await untilRecorded(tv, 'empty', 15_000);
      // Simulate a backup that is older than the call: the call's id is free again.
      server.app.parts.database.connection.exec(
        `DELETE FROM calls WHERE label = '91'; UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM calls) WHERE name = 'calls'`,
      );
      const since = performance.now();
      const { id } = await callPatient(server, roomId, '91');
      await tv.page.locator(`.call.is-visible[data-call-id="${id}"]`).waitFor();
      t.diagnostic(`shown again after ${Math.round(performance.now() - since)} ms`);
      await callPatient(server, roomId, '92');
      await untilRecorded(tv, 'card 92', 15_000);
      assert.deepEqual(
        (await recordedEvents(tv)).filter((event) => event.startsWith('card')),
        ['card 91', 'card 91', 'card 92'],
      );
      await untilPlayed(server, id);
    },
  );

  await t.test('a screen whose browser refuses sound reports that within 3 s', async (t) => {
    const tv = await openTv(t, server, { mustAskForSound: true });
    ageCalls(server, 200);
    const { playerId } = await server.sendTo(tv, [await server.video('azul', '#1e3cc8', 4)]);
    await playUntilSoundRefused(tv);
    /** Returns this screen's receipt: screens of other tests may still run. */
    const receiptOf = async (callId: number) =>
      (await server.owner.call('GET /api/calls')).calls
        .find(({ id }) => id === callId)
        ?.receipts.find((receipt) => receipt.playerId === playerId);
    const tookMs: number[] = [];
    // One of three reports must be in time: a busy machine may delay the others.
    for (const label of ['88', '89', '90']) {
      const { id } = await callPatient(server, roomId, label);
      const since = performance.now();
      let receipt = await receiptOf(id);
      for (; !receipt && performance.now() - since < 60_000; await delay(50)) receipt = await receiptOf(id);
      assert.equal(receipt?.hadSound, false);
      tookMs.push(performance.now() - since);
      if (Math.min(...tookMs) < 3_000) return;
      // Wait until the card is hidden, because it would delay the next call.
      await delay(8_000);
    }
    assert.fail(`no report within 3 s: ${tookMs.join()} ms`);
  });
});

interface DelayedRestart {
  restartState?: 'saving' | 'free';
}

/** Runs in the page: delays the storage of the position before a restart, and records the card's text at the restart. */
function delayRestart(): void {
  const page = window as Window & DelayedRestart;
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (value: { value?: unknown }, key) {
    if (key === 'resume' && value.value && page.restartState !== 'free') {
      page.restartState = 'saving';
      // A transaction lasts as long as it has requests.
      const hold = () => {
        if (page.restartState === 'saving') this.get('').onsuccess = hold;
      };
      hold();
    }
    return put.call(this, value, key);
  };
  addEventListener('pagehide', () => {
    const card = document.querySelector('.call.is-visible .call-label');
    if (page.restartState) sessionStorage.setItem('cardAtRestart', card?.textContent ?? '');
  });
}
